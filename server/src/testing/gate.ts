/** Where a test holds up what it tests, until it opens it. */
export interface Gate {
  /** Resolves when something has arrived at the gate. */
  reached: Promise<void>;
  /** Waits at the gate. */
  pass(): Promise<void>;
  open(): void;
}

export function createGate(): Gate {
  let arrive!: () => void;
  let open!: () => void;
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    reached,
    pass() {
      arrive();
      return opened;
    },
    open,
  };
}
