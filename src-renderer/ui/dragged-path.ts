/** What the browser carries while a file of the tree is dragged; other pages get its path as text. */
const type = "application/x-perch-path";

/** A path of the work folder that is dragged from the tree into the chat. */
export const draggedPath = {
  put(carried: DataTransfer, path: string): void {
    carried.effectAllowed = "copy";
    carried.setData(type, path);
    carried.setData("text/plain", path);
  },
  isIn: (carried: DataTransfer | null): boolean => carried?.types.includes(type) === true,
  /** Null where something else was dragged. */
  of(carried: DataTransfer | null): string | null {
    const path = carried?.getData(type) ?? "";
    return path === "" ? null : path;
  },
};
