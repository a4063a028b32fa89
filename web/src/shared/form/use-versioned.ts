import { useState } from 'react';
import { differences, type FieldTexts, merged } from '../../ui/dialogs/merge.ts';
import type { MergeField } from '../../ui/dialogs/merge-dialog.tsx';
import { ApiError } from '../api/api-error.ts';

export interface VersionedEdit<R, D extends object> {
  /** The record that the draft began with. */
  base: R;
  draft: D;
  isDirty: boolean;
  isSaving: boolean;
  /** Why the last save failed; not for a conflict. */
  failure: unknown;
  /** What differs from what someone else saved in between; null without a conflict. */
  conflict: MergeField<keyof D & string>[] | null;
  change(change: Partial<D>): void;
  /** @returns the saved record, null where it was not saved. */
  save(): Promise<R | null>;
  /** Saves what was chosen: of these fields the own version, of the others theirs. */
  resolve(mine: ReadonlySet<keyof D & string>): Promise<R | null>;
  closeConflict(): void;
  discard(): void;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The record as someone else left it, where a save was refused for that. */
export function currentOf<R>(error: unknown): R | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return (error.body.current as R | undefined) ?? null;
}

/**
 * A record being edited on the version of it that was read: what someone else saves in between is never
 * overwritten unseen.
 */
export function useVersioned<R extends { version: number }, D extends object>({
  record,
  draftOf,
  texts,
  send,
  begin = (first) => first,
}: {
  record: R;
  draftOf(record: R): D;
  texts: FieldTexts<D>;
  /** Saves a draft over the record that it began with. */
  send(draft: D, base: R): Promise<R>;
  /** What the draft begins with in place of the record, where something is brought along. */
  begin?(draft: D): D;
}): VersionedEdit<R, D> {
  const [base, setBase] = useState(record);
  const [draft, setDraft] = useState(() => begin(draftOf(record)));
  const [theirs, setTheirs] = useState<R | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isDirty = !isSame(draft, draftOf(base));

  // While nothing is changed here, what others save is shown as it comes.
  if (!isDirty && record.version > base.version && !isSaving) {
    setBase(record);
    setDraft(draftOf(record));
  }

  async function store(next: D, over: R): Promise<R | null> {
    setIsSaving(true);
    setFailure(null);
    try {
      const saved = await send(next, over);
      setBase(saved);
      setDraft(draftOf(saved));
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

  return {
    base,
    draft,
    isDirty,
    isSaving,
    failure,
    conflict: theirs && differences(draftOf(base), draft, draftOf(theirs), texts),
    change: (change) => setDraft((current) => ({ ...current, ...change })),
    save: () => store(draft, base),
    async resolve(mine) {
      if (theirs === null) return null;
      const next = merged(draft, draftOf(theirs), mine);
      setBase(theirs);
      setDraft(next);
      if (!isSame(next, draftOf(theirs))) return store(next, theirs);
      setTheirs(null);
      return theirs;
    },
    closeConflict: () => setTheirs(null),
    discard() {
      setDraft(draftOf(base));
      setFailure(null);
    },
  };
}
