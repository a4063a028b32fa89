import { type ReactNode, useState } from 'react';
import type { FieldTexts } from '../../ui/dialogs/merge.ts';
import { ConflictDialog, currentOf, isSame } from './conflict-dialog.tsx';

export interface VersionedEdit<R, D extends object> {
  /** The record that the draft began with. */
  base: R;
  draft: D;
  isDirty: boolean;
  isSaving: boolean;
  /** Why the last save failed; not for a conflict. */
  failure: unknown;
  /** Counts how often the draft was replaced by what someone else saved: text editors start again with it. */
  generation: number;
  change(change: Partial<D>): void;
  /** @returns the saved record, null where it was not saved. */
  save(): Promise<R | null>;
  discard(): void;
  /** Both versions, field by field; null without a conflict. */
  dialog: ReactNode;
}

/**
 * A record being edited on the version of it that was read: what someone else saves in between is never
 * overwritten unseen.
 */
export function useVersioned<R extends { version: number } | null, D extends object>({
  what,
  record,
  draftOf,
  texts,
  send,
  begin = (first) => first,
  onResolved,
}: {
  /** What is edited, as in 'The tag'. */
  what: string;
  record: R;
  draftOf(record: R): D;
  texts: FieldTexts<D>;
  /** Saves a draft over the record that it began with. */
  send(draft: D, base: R): Promise<R>;
  /** What the draft begins with in place of the record, where something is brought along. */
  begin?(draft: D): D;
  /** A conflict was resolved, and the outcome saved. */
  onResolved?: ((saved: R) => void) | undefined;
}): VersionedEdit<R, D> {
  const [base, setBase] = useState(record);
  const [draft, setDraft] = useState(() => begin(draftOf(record)));
  const [theirs, setTheirs] = useState<R | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [generation, setGeneration] = useState(0);
  const isDirty = !isSame(draft, draftOf(base));

  function replace(by: R, next: D): void {
    setBase(by);
    setDraft(next);
    setGeneration(generation + 1);
  }

  // While nothing is changed here, what others save is shown as it comes.
  if (!isDirty && (record?.version ?? 0) > (base?.version ?? 0) && !isSaving)
    replace(record, draftOf(record));

  async function store(next: D, over: R): Promise<R | null> {
    setIsSaving(true);
    setFailure(null);
    try {
      const saved = await send(next, over);
      setBase(saved);
      // What was typed while it was being saved stays.
      setDraft((current) => (current === next ? draftOf(saved) : current));
      setTheirs(null);
      return saved;
    } catch (error) {
      const current = currentOf<R>(error);
      setTheirs(current);
      if (current === null) setFailure(error);
      return null;
    } finally {
      setIsSaving(false);
    }
  }

  async function resolve(over: R, next: D): Promise<void> {
    replace(over, next);
    const isTheirs = isSame(next, draftOf(over));
    if (isTheirs) setTheirs(null);
    const saved = isTheirs ? over : await store(next, over);
    if (saved !== null) onResolved?.(saved);
  }

  return {
    base,
    draft,
    isDirty,
    isSaving,
    failure,
    generation,
    change: (change) => setDraft((current) => ({ ...current, ...change })),
    save: () => store(draft, base),
    discard() {
      setDraft(draftOf(base));
      setFailure(null);
    },
    dialog:
      theirs === null ? null : (
        <ConflictDialog
          what={what}
          base={draftOf(base)}
          mine={draft}
          theirs={draftOf(theirs)}
          texts={texts}
          busy={isSaving}
          onResolve={(next) => void resolve(theirs, next)}
          onClose={() => setTheirs(null)}
        />
      ),
  };
}
