import { useId } from "react";

const bird =
  "M2 11.3 10.2 7.7C11.3 4.9 13.7 3.2 16.6 3.2c4 0 6.7 2.9 6.9 6.5.1 1.7.5 2.8 1.2 4.3 1.4 3 1.7 6.1.9 9.9L27.2 30h-2.9l-3-5.4C14.9 24.6 10.4 20.7 10.4 14.9v-2.8z";

/** The bird of the product. With its branch it is the mark; without, it sits on an edge. */
export function Mark({ branch }: { readonly branch: boolean }) {
  const clip = useId();
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <clipPath id={clip}>
        <path d={bird} />
      </clipPath>
      <path d={bird} fill="var(--mark)" />
      <path clipPath={`url(#${clip})`} d="M9 13.6c4.6.2 8.7 4.2 9.3 11.4H9z" fill="var(--needs)" />
      <circle cx="15.5" cy="8.8" r="1.4" fill="var(--sheet)" />
      {branch ? <path d="M4 25.5h24" stroke="var(--ink)" strokeWidth="2" strokeLinecap="round" /> : null}
    </svg>
  );
}
