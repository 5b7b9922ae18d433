import { createContext, useContext } from "react";
import type { JobForm } from "../../state/job-form.ts";

/** The form that is open, for its fields. */
export const OpenJobForm = createContext<JobForm | null>(null);

export function useJobForm(): JobForm {
  const form = useContext(OpenJobForm);
  if (form === null) throw new Error("a field of a job stands outside of its form");
  return form;
}
