import type { Tag } from '@twinward/contracts/signals/tag';
import type { CalculationInput } from '@twinward/contracts/twins/tag-alias';
import { useMemo, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { useVersioned, type VersionedEdit } from '../../../shared/form/use-versioned.tsx';
import { useSaveTag } from '../api/write-tag.ts';
import {
  type Draft,
  type DraftProblems,
  draftProblems,
  draftTexts,
  isAtField,
  newTagOf,
  serverProblems,
  toDraft,
  toWritable,
} from './draft.ts';

export interface Editing extends VersionedEdit<Tag | null, Draft> {
  /** Visible errors: of fields that lost focus; after an attempt to save, all. */
  problems: DraftProblems;
  showProblem(field: string): void;
}

/** A calculated tag being edited, based on the version that was read; null for a new one. */
export function useDraft(tag: Tag | null, ofTwin: readonly CalculationInput[], assetId: number): Editing {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Draft | null>(null);
  const saving = useSaveTag();
  const edit = useVersioned<Tag | null, Draft>({
    what: 'The tag',
    record: tag,
    draftOf: toDraft,
    texts: draftTexts,
    send: (next, over) =>
      saving.mutateAsync(
        over === null
          ? { id: null, tag: newTagOf(next, ofTwin, assetId) }
          : { id: over.id, tag: { ...toWritable(next, ofTwin, over), version: over.version } },
      ),
  });
  const { draft, failure } = edit;
  const ofServer = useMemo(
    () => serverProblems(failure instanceof ApiError ? (failure.body.errors ?? []) : []),
    [failure],
  );
  const problems = useMemo(() => {
    const own = [...draftProblems(draft)].filter(([field]) => left.has('all') || left.has(field));
    return new Map([...(refused === draft ? ofServer : []), ...own]);
  }, [draft, left, refused, ofServer]);
  const isToldAtFields = ofServer.size > 0 && [...ofServer.keys()].every(isAtField);

  return {
    ...edit,
    problems,
    failure: isToldAtFields ? null : failure,
    showProblem: (field) => setLeft((current) => new Set([...current, field])),
    async save() {
      setLeft(new Set(['all']));
      if (draftProblems(draft).size > 0) return null;
      const saved = await edit.save();
      if (saved === null) setRefused(draft);
      else setLeft(new Set());
      return saved;
    },
  };
}
