import { type RefObject, useEffect, useRef } from "react";

/** Takes files that are dropped anywhere on an element. */
export function useFileDrop(element: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => void): void {
  const current = useRef(onFiles);
  current.current = onFiles;
  useEffect(() => {
    const area = element.current;
    if (area === null) return;
    const onDragOver = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    };
    const onDrop = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      current.current(files);
    };
    area.addEventListener("dragover", onDragOver);
    area.addEventListener("drop", onDrop);
    return () => {
      area.removeEventListener("dragover", onDragOver);
      area.removeEventListener("drop", onDrop);
    };
  }, [element]);
}
