import { useEffect, useRef, useState } from 'react';
import type { ImportDraft } from './import-draft.ts';
import { readHead } from './read-head.ts';

/** Reads the first rows of a chosen file, and of the one that was dropped on the page. */
export function useHead(
  droppedFile: File | null,
  {
    onChosen,
    onRead,
  }: {
    /** Runs before the rows are read. */
    onChosen(): void;
    /** The head is null if it could not be read. */
    onRead(read: Pick<ImportDraft, 'file' | 'head'>): void;
  },
): {
  isReading: boolean;
  /** Why the first rows could not be read. */
  error: Error | null;
  choose(file: File): Promise<void>;
} {
  const [isReading, setIsReading] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const latest = useRef<File | null>(null);
  const choose = async (file: File): Promise<void> => {
    latest.current = file;
    onChosen();
    setIsReading(true);
    const head = await readHead(file).catch((failure: unknown) => failure as Error);
    // Ignore: another file was chosen in the meantime.
    if (latest.current !== file) return;
    setIsReading(false);
    setError(head instanceof Error ? head : null);
    onRead({ file, head: head instanceof Error ? null : head });
  };
  const isDropRead = useRef(false);
  useEffect(() => {
    if (droppedFile === null || isDropRead.current) return;
    isDropRead.current = true;
    void choose(droppedFile);
  });
  return { isReading, error, choose };
}
