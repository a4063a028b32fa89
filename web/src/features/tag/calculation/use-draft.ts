import type { Tag } from '@twinward/contracts/tag';
import type { CalculationInput } from '@twinward/contracts/tag-alias';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../../app/api-error.ts';
import { useSaveTag } from '../api/write-tag.ts';
import {
  type Difference,
  type Draft,
  type DraftProblems,
  differences,
  draftOf,
  draftProblems,
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
  conflict: readonly Difference[] | null;
  /** Counts up when the text is replaced from outside. */
  generation: number;
  change(change: Partial<Draft>): void;
  showProblem(field: string): void;
  /** The saved tag; `refused` when a field is wrong; null when saving failed. */
  save(): Promise<Tag | 'refused' | null>;
  keepMine(): Promise<Tag | 'refused' | null>;
  takeTheirs(): void;
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

  async function save(version = base?.version): Promise<Tag | 'refused' | null> {
    setLeft(new Set(['all']));
    if (draftProblems(draft).size > 0) return 'refused';
    try {
      const saved = await saving.mutateAsync(
        base === null || version === undefined
          ? { id: null, tag: newTagOf(draft, ofTwin, assetId) }
          : { id: base.id, tag: { ...writableOf(draft, ofTwin, base), version } },
      );
      setBase(saved);
      // What was typed while it was being saved stays.
      setDraft((current) => (current === draft ? { ...draftOf(saved), logic: draft.logic } : current));
      setLeft(new Set());
      setTheirs(null);
      return saved;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const current = error.status === 409 ? (error.body.current as Tag | undefined) : undefined;
      setTheirs(current ?? null);
      const told = serverProblems(error.body.errors ?? []);
      setRefused(told.size === 0 ? null : { draft, problems: told });
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
    conflict: theirs === null ? null : differences(draft, draftOf(theirs)),
    generation,
    change: (change) => setDraft((current) => ({ ...current, ...change })),
    showProblem: (field) => setLeft((current) => new Set([...current, field])),
    save,
    keepMine: () => save(theirs?.version),
    takeTheirs() {
      if (theirs === null) return;
      setBase(theirs);
      setDraft(draftOf(theirs));
      setGeneration((count) => count + 1);
      setLeft(new Set());
      setTheirs(null);
      saving.reset();
    },
    closeConflict() {
      setTheirs(null);
      saving.reset();
    },
  };
}
