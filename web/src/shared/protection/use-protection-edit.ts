import { type RefObject, useMemo, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useVersioned } from '../form/use-versioned.tsx';
import type { FurtherForm } from '../record/use-further-form.ts';
import {
  computeCompletion,
  type Draft,
  definitionOfDraft,
  draftProblems,
  draftTexts,
  type EditedProtection,
  type LogicInput,
  prefilled,
  serverProblems,
  toDraft,
} from './draft.ts';
import {
  followPlan,
  planFor,
  plannedAlias,
  plannedInput,
  planProblems,
  type WatchedActivity,
  type WorkPlan,
  watchedBy,
} from './work-plan.ts';

/** The state of the form of a protection. `save` returns the saved protection, or null if it was not saved. */
export type ProtectionEdit = ReturnType<
  typeof useProtectionEdit<EditedProtection, WatchedActivity, LogicInput>
>;

/** The state of the form of a protection of a twin or model. */
export function useProtectionEdit<
  P extends EditedProtection,
  A extends WatchedActivity,
  Input extends LogicInput,
>({
  protection,
  inputs: known,
  activities,
  further,
  isTrained = false,
  form,
  begin,
  onSave,
}: {
  protection: P;
  inputs: readonly Input[];
  activities: readonly A[];
  further: FurtherForm;
  /** Whether the model is trained on the current patterns. */
  isTrained?: boolean | undefined;
  /** The form, whose first invalid field is focused after a failed save. */
  form: RefObject<HTMLFormElement | null>;
  /** Changes the initial draft. */
  begin?: (draft: Draft) => Draft;
  /** @param plan the edited watched activity; null if unchanged or none */
  onSave(draft: Draft, base: P, plan: WorkPlan | null): Promise<P>;
}) {
  /** The draft that the server rejected. Its errors are shown until the draft changes. */
  const [refusedDraft, setRefusedDraft] = useState<Draft | null>(null);
  const [isTried, setIsTried] = useState(false);
  const [generation, setGeneration] = useState(0);
  /** The edited activity; undefined if unchanged. */
  const [entered, setEntered] = useState<WorkPlan | null | undefined>(undefined);
  const edit = useVersioned<P, Draft>({
    what: 'The protection',
    record: protection,
    toDraft,
    texts: draftTexts(further),
    ...(begin === undefined ? {} : { begin }),
    send: (draft, base) => onSave(draft, base, draft.type === 'activity' ? (entered ?? null) : null),
    // The previous activity of a changed plan is not stored.
    isReversible: () => !entered,
  });
  const { draft, base } = edit;
  const works = known.filter(({ type }) => type === 'work');
  const watched = base.id === 0 ? null : watchedBy(draft, activities);
  const plan = entered === undefined ? watched && planFor(watched, works) : entered;
  const inputs = useMemo(
    () => (entered?.tagAliasId === plannedAlias ? [...known, plannedInput(entered)] : known),
    [known, entered],
  );
  const definition = useMemo(() => definitionOfDraft(draft), [draft]);
  const saved = useMemo(() => (base.id === 0 ? null : definitionOfDraft(toDraft(base))), [base]);
  const refused =
    refusedDraft === draft && edit.failure instanceof ApiError ? (edit.failure.body.errors ?? []) : [];
  const found = new Map([
    ...draftProblems(draft),
    ...(draft.type === 'activity' && entered ? planProblems(entered, inputs) : []),
    ...Object.entries(further.findProblems(draft.fields)).map(
      ([name, message]) => [`fields.${name}`, message] as const,
    ),
  ]);
  const problems = new Map([...serverProblems(refused), ...(isTried ? found : [])]);
  const isShownAtFields = [...problems.keys()].some((path) =>
    /^(thresholds|aliases|tagAliasIds|name|activity|tagAlias|tag|fields)\b/.test(path),
  );
  const toFirstProblem = (otherwise?: Element | null): void => {
    requestAnimationFrame(() => {
      const first = form.current?.querySelector('[aria-invalid="true"]') ?? otherwise;
      if (first instanceof HTMLElement) first.focus();
    });
  };
  /** Shows all problems, and focuses the first. @returns true without problems */
  const check = (): boolean => {
    setIsTried(true);
    if (found.size > 0) toFirstProblem();
    return found.size === 0;
  };

  return {
    ...edit,
    isDirty: edit.isDirty || entered !== undefined,
    /** Whether an activity was edited that is saved with the protection. */
    hasPlan: entered !== undefined,
    further,
    isTried,
    plan,
    inputs,
    activities,
    works,
    definition,
    /** The saved definition; null while it is new. */
    saved,
    completion: computeCompletion(draft, inputs, isTrained),
    problems,
    generation: generation + edit.generation,
    saveFailure: edit.failure,
    /** The error of the last save, unless it is shown at fields. */
    failure: isShownAtFields || refusedDraft !== draft ? null : edit.failure,
    check,
    enter(next: WorkPlan | null): void {
      edit.change(followPlan(draft, plan, next));
      if (next?.tagAliasId !== plan?.tagAliasId || next?.aliasName !== plan?.aliasName) {
        setGeneration((count) => count + 1);
      }
      setEntered(next);
    },
    async save(): Promise<P | null> {
      if (!check()) return null;
      // Locking the form loses the focus, which is restored below.
      const focused = document.activeElement;
      const stored = await edit.save();
      if (stored === null) {
        setRefusedDraft(draft);
        toFirstProblem(focused);
        return null;
      }
      setIsTried(false);
      setEntered(undefined);
      return stored;
    },
    fill(): void {
      edit.change({ thresholds: prefilled(draft, inputs) });
      setGeneration((count) => count + 1);
    },
  };
}
