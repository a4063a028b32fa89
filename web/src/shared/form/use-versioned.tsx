import { type ReactNode, useState } from 'react';
import { type FieldTexts, isSame } from '../../ui/dialogs/merge.ts';
import type { Saving } from '../../ui/dialogs/saving.ts';
import { type DraftForm, type Problems, useDraft } from '../../ui/form/use-draft.ts';
import { offerToUndo } from '../api/mutation-effects.ts';
import { ConflictDialog, currentRecord } from './conflict-dialog.tsx';

export interface VersionedEdit<R, D extends object, P extends Problems = Problems>
  extends Omit<DraftForm<D, P>, 'set' | 'check'> {
  /** The record that the draft is based on. */
  base: R;
  isSaving: boolean;
  /** The error of the last save, other than a conflict. */
  failure: unknown;
  /** `isSaving` and `failure`, for dialogs. */
  saving: Saving;
  /** Increases when the draft is replaced by another version. Text editors use it as their key. */
  generation: number;
  /** Saves the draft, unless it has problems. @returns the saved record, or null if it was not saved */
  save(): Promise<R | null>;
  discard(): void;
  /** The conflict dialog; null without a conflict. */
  dialog: ReactNode;
}

/** Whether a record was saved before. A new one is null or has version 0. */
const isKnown = (record: { version: number } | null): boolean => record !== null && record.version > 0;

/**
 * Edits a record with optimistic locking: a change by another user in between causes a conflict dialog. The toast of a
 * save offers 'Undo', which saves the previous values over the saved version.
 */
export function useVersioned<
  R extends { version: number } | null,
  D extends object,
  P extends Problems = Problems,
>({
  what,
  record,
  toDraft,
  texts,
  send,
  isReversible = () => true,
  begin = (first) => first,
  findProblems,
  readOnly,
  onResolved,
}: {
  /** The edited object, such as 'The tag'. */
  what: string;
  record: R;
  toDraft(record: R): D;
  texts: FieldTexts<D>;
  /**
   * Saves a draft over the record that it is based on, and confirms the save with a toast, as mutations do.
   *
   * @param onPartSaved must be called after a part of the draft was saved before the rest. If the rest fails, the next
   *   save continues from that record, with the draft that `adopt` returns for the current one
   */
  send(draft: D, base: R, onPartSaved: (saved: R, adopt: (draft: D) => D) => void): Promise<R>;
  /** Whether `send` can restore the state before a draft. New records are deleted instead, by their mutation's undo. */
  isReversible?(draft: D, base: R): boolean;
  /** Changes the initial draft, for values from another page. */
  begin?(draft: D): D;
  /** Validation errors of a draft, by field. They are shown after an attempt to save, which they prevent. */
  findProblems?: (draft: D) => P;
  /** Makes the bound inputs read-only. */
  readOnly?: boolean;
  /** Called after a conflict was resolved and saved. */
  onResolved?: ((saved: R) => void) | undefined;
}): VersionedEdit<R, D, P> {
  const [base, setBase] = useState(record);
  const { set: setDraft, check, ...form } = useDraft(() => begin(toDraft(record)), findProblems, readOnly);
  const { draft } = form;
  const [theirs, setTheirs] = useState<R | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [generation, setGeneration] = useState(0);
  const isDirty = !isSame(draft, toDraft(base));

  function replace(by: R, next: D): void {
    setBase(by);
    setDraft(next);
    setGeneration(generation + 1);
  }

  // Without local changes, the draft follows the saved record.
  if (!isDirty && (record?.version ?? 0) > (base?.version ?? 0) && !isSaving)
    replace(record, toDraft(record));

  async function saveOver(next: D, over: R): Promise<R | null> {
    setIsSaving(true);
    setFailure(null);
    let sent = next;
    const onPartSaved = (saved: R, adopt: (draft: D) => D): void => {
      const before = sent;
      const adopted = adopt(before);
      sent = adopted;
      setBase(saved);
      setDraft((current) => (current === before ? adopted : adopt(current)));
    };
    try {
      const saved = await send(next, over, onPartSaved);
      const last = sent;
      if (isKnown(over) && isReversible(next, over)) offerToUndo(() => send(toDraft(over), saved, () => {}));
      setBase(saved);
      // Changes made during the save are kept.
      setDraft((current) => (current === last ? toDraft(saved) : current));
      setTheirs(null);
      form.setIsTried(false);
      return saved;
    } catch (error) {
      const current = currentRecord<R>(error);
      setTheirs(current);
      if (current === null) setFailure(error);
      return null;
    } finally {
      setIsSaving(false);
    }
  }

  async function resolve(over: R, next: D): Promise<void> {
    replace(over, next);
    const isTheirs = isSame(next, toDraft(over));
    if (isTheirs) setTheirs(null);
    const saved = isTheirs ? over : await saveOver(next, over);
    if (saved !== null) onResolved?.(saved);
  }

  return {
    ...form,
    base,
    isDirty,
    isSaving,
    failure,
    saving: { isPending: isSaving, error: failure },
    generation,
    save: async () => (check() ? saveOver(draft, base) : null),
    discard() {
      setDraft(toDraft(base));
      setFailure(null);
    },
    dialog:
      theirs === null ? null : (
        <ConflictDialog
          what={what}
          base={toDraft(base)}
          mine={draft}
          theirs={toDraft(theirs)}
          texts={texts}
          busy={isSaving}
          onResolve={(next) => void resolve(theirs, next)}
          onClose={() => setTheirs(null)}
        />
      ),
  };
}
