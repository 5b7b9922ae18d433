/** Where those wait who ask for the agent while it is being replaced. Shut at first. */
export interface Gate {
  passed(): Promise<void>;
  open(): void;
  shut(): void;
}

export function createGate(): Gate {
  let opened = Promise.withResolvers<void>();
  let isOpen = false;
  return {
    passed: () => opened.promise,
    open() {
      isOpen = true;
      opened.resolve();
    },
    shut() {
      if (isOpen) opened = Promise.withResolvers<void>();
      isOpen = false;
    },
  };
}
