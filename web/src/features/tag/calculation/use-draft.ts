import type { Tag } from '@twinward/contracts/signals/tag';
import type { CalculationInput } from '@twinward/contracts/twins/tag-alias';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { useVersioned, type VersionedEdit } from '../../../shared/form/use-versioned.tsx';
import { type FurtherForm, useFurtherForm } from '../../../shared/record/use-further-form.ts';
import { useSaveTag } from '../api/write-tag.ts';
import {
  type Draft,
  type DraftProblems,
  draftProblems,
  draftTexts,
  isAtField,
  serverProblems,
  toDraft,
  toNewTag,
  toUnit,
  toWritable,
} from './draft.ts';
import { type InputUnits, useUnitQuestion } from './use-unit-question.tsx';

export interface Editing extends Omit<VersionedEdit<Tag | null, Draft>, 'problems'> {
  /** Visible errors: those of fields that lost focus, or all after a save attempt. */
  problems: DraftProblems;
  showProblem(field: string): void;
  /** The dialog about a change of unit; null while closed. */
  question: ReactNode;
  further: FurtherForm;
  /** Whether the user has tried to save. */
  isTried: boolean;
  /** Error of the last save, also if it is shown at fields. */
  saveFailure: unknown;
}

/** A calculated tag being edited, based on the version that was read; null for a new one. */
export function useDraft(tag: Tag | null, ofTwin: readonly CalculationInput[], assetId: number): Editing {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Draft | null>(null);
  const saving = useSaveTag();
  const further = useFurtherForm('tag', tag);
  const inputUnits = useRef<InputUnits>('keep');
  const edit = useVersioned<Tag | null, Draft>({
    what: 'The tag',
    record: tag,
    toDraft,
    texts: { ...draftTexts, fields: further.text },
    send: (next, over) =>
      saving.mutateAsync(
        over === null
          ? { id: null, tag: toNewTag(next, ofTwin, assetId) }
          : {
              id: over.id,
              tag: {
                ...toWritable(next, ofTwin, over),
                inputUnits: inputUnits.current,
                version: over.version,
              },
            },
      ),
  });
  const { draft, failure } = edit;
  const unit = useUnitQuestion(edit.base);
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
    further,
    isTried: left.has('all'),
    saveFailure: failure,
    isSaving: edit.isSaving || unit.isAsking,
    failure: isToldAtFields ? null : (failure ?? unit.failure),
    question: unit.dialog,
    showProblem: (field) => setLeft((current) => new Set([...current, field])),
    async save() {
      setLeft(new Set(['all']));
      const hasProblem = Object.keys(further.findProblems(draft.fields)).length > 0;
      if (hasProblem || draftProblems(draft).size > 0) return null;
      const answer = await unit.ask(toUnit(draft));
      if (answer === null) return null;
      inputUnits.current = answer;
      const saved = await edit.save();
      if (saved === null) setRefused(draft);
      else setLeft(new Set());
      return saved;
    },
  };
}
