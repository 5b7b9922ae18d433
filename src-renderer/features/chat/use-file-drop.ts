import { type RefObject, useEffect, useRef, useState } from "react";
import { draggedPath } from "../../ui/dragged-path.ts";

interface TakenDrop {
  readonly files: (files: readonly File[]) => void;
  /** Of the work folder, dragged from the tree. */
  readonly path: (path: string) => void;
}

/** What is dragged: files from outside of the window, a path of the tree, or something else. */
export type Dragged = "files" | "path" | null;

function draggedIn({ dataTransfer }: DragEvent): Dragged {
  if (draggedPath.isIn(dataTransfer)) return "path";
  return dataTransfer?.types.includes("Files") === true ? "files" : null;
}

/** No pointer moves in the page while something is dragged: however it ended, it is over. */
const ends = ["drop", "dragend", "pointermove"] as const;

/**
 * Takes files and paths that are dropped anywhere on an element. Answers what is dragged over the window: it is left where
 * the pointer comes from no element of the page and goes to none.
 */
export function useFileDrop(element: RefObject<HTMLElement | null>, taken: TakenDrop): Dragged {
  const current = useRef(taken);
  current.current = taken;
  const [dragged, setDragged] = useState<Dragged>(null);
  useEffect(() => {
    const begin = (event: DragEvent): void => {
      setDragged(draggedIn(event));
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragged(null);
    };
    const end = (): void => setDragged(null);
    // A drop that is taken goes no further up in some parts of the page: it is heard on its way down.
    window.addEventListener("dragenter", begin, true);
    window.addEventListener("dragleave", leave, true);
    for (const type of ends) window.addEventListener(type, end, true);
    return () => {
      window.removeEventListener("dragenter", begin, true);
      window.removeEventListener("dragleave", leave, true);
      for (const type of ends) window.removeEventListener(type, end, true);
    };
  }, []);
  useEffect(() => {
    const area = element.current;
    if (area === null) return;
    const onDragOver = (event: DragEvent): void => {
      if (draggedIn(event) === null) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
    };
    const onDrop = (event: DragEvent): void => {
      const path = draggedPath.of(event.dataTransfer);
      const files = path === null ? [...(event.dataTransfer?.files ?? [])] : [];
      if (path === null && files.length === 0) return;
      event.preventDefault();
      if (path === null) current.current.files(files);
      else current.current.path(path);
    };
    area.addEventListener("dragover", onDragOver);
    area.addEventListener("drop", onDrop);
    return () => {
      area.removeEventListener("dragover", onDragOver);
      area.removeEventListener("drop", onDrop);
    };
  }, [element]);
  return dragged;
}
