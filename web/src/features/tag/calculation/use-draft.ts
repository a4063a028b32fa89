import type { Tag } from '@twinward/contracts/signals/tag';
import type { CalculationInput } from '@twinward/contracts/twins/tag-alias';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { currentOf } from '../../../shared/form/use-versioned.ts';
import { differences, merged } from '../../../ui/dialogs/merge.ts';
import type { MergeField } from '../../../ui/dialogs/merge-dialog.tsx';
import { useSaveTag } from '../api/write-tag.ts';
import {
  type Draft,
  type DraftProblems,
  draftOf,
  draftProblems,
  draftTexts,
  isAtField,
  isSame,
  newTagOf,
  serverProblems,
  writableOf,
} from './draft.ts';

export interface Editing {
  draft: Draft;
  /** Those to be shown: of fields that were left, and all once saving was tried. */
  problems: DraftProblems;
  isDirty: boolean;
  isSaving: boolean;
  /** Why the last save failed, where it is not told at a field. */
  failure: Error | null;
  /** What differs from what someone else saved in between; null without a conflict. */
  conflict: MergeField<keyof Draft>[] | null;
  /** Counts up when the text is replaced from outside. */
  generation: number;
  change(change: Partial<Draft>): void;
  showProblem(field: string): void;
  /** The saved tag; `refused` when a field is wrong; null when saving failed. */
  save(): Promise<Tag | 'refused' | null>;
  /** Goes on from the version that someone else saved, and saves over it what was chosen of the own one. */
  resolve(mine: ReadonlySet<keyof Draft>): Promise<Tag | 'refused' | null>;
  closeConflict(): void;
}

/** A calculated tag being edited, on the version of it that was read. */
export function useDraft(tag: Tag | null, ofTwin: readonly CalculationInput[], assetId: number): Editing {
  const [base, setBase] = useState(tag);
  const [draft, setDraft] = useState(() => draftOf(tag));
  const [generation, setGeneration] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<{ draft: Draft; problems: DraftProblems } | null>(null);
  const [theirs, setTheirs] = useState<Tag | null>(null);
  const saving = useSaveTag();
  const isDirty = !isSame(draft, draftOf(base));

  // While nothing is changed here, what others save is shown as it comes.
  useEffect(() => {
    if (tag === null || isDirty || base === null || tag.version <= base.version) return;
    if ((tag.logic ?? '') !== (base.logic ?? '')) setGeneration((count) => count + 1);
    setBase(tag);
    setDraft(draftOf(tag));
  }, [tag, base, isDirty]);

  const problems = useMemo(() => {
    const own = [...draftProblems(draft)].filter(([field]) => left.has('all') || left.has(field));
    const ofServer = refused?.draft === draft ? [...refused.problems] : [];
    return new Map([...ofServer, ...own]);
  }, [draft, left, refused]);

  async function store(next: Draft, over: Tag | null): Promise<Tag | 'refused' | null> {
    setLeft(new Set(['all']));
    if (draftProblems(next).size > 0) return 'refused';
    try {
      const saved = await saving.mutateAsync(
        over === null
          ? { id: null, tag: newTagOf(next, ofTwin, assetId) }
          : { id: over.id, tag: { ...writableOf(next, ofTwin, over), version: over.version } },
      );
      setBase(saved);
      // What was typed while it was being saved stays.
      setDraft((current) => (current === next ? { ...draftOf(saved), logic: next.logic } : current));
      setLeft(new Set());
      setTheirs(null);
      return saved;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTheirs(currentOf<Tag>(error));
      const told = serverProblems(error.body.errors ?? []);
      setRefused(told.size === 0 ? null : { draft: next, problems: told });
      return told.size > 0 ? 'refused' : null;
    }
  }

  const isToldAtFields = refused !== null && [...refused.problems.keys()].every(isAtField);

  return {
    draft,
    problems,
    isDirty,
    isSaving: saving.isPending,
    failure: isToldAtFields || saving.isPending || theirs !== null ? null : saving.error,
    conflict: theirs && differences(draftOf(base), draft, draftOf(theirs), draftTexts),
    generation,
    change: (change) => setDraft((current) => ({ ...current, ...change })),
    showProblem: (field) => setLeft((current) => new Set([...current, field])),
    save: () => store(draft, base),
    async resolve(mine) {
      if (theirs === null) return null;
      const next = merged(draft, draftOf(theirs), mine);
      setBase(theirs);
      setDraft(next);
      if (next.logic !== draft.logic) setGeneration((count) => count + 1);
      setTheirs(null);
      saving.reset();
      return isSame(next, draftOf(theirs)) ? theirs : store(next, theirs);
    },
    closeConflict() {
      setTheirs(null);
      saving.reset();
    },
  };
}
