import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type RefObject, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { monitorPath, protectionEditPath, simulationPath } from '../../../shared/address/paths.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { useActivities } from '../../../shared/api/queries/use-activities.ts';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { useUnsavedGuard } from '../../../ui/form/use-unsaved-guard.tsx';
import { useWriteProtection } from '../api/write-protection.ts';
import { hasSameLogic, logicOf, useCarriedLogic, withLogic } from '../carried-logic.ts';
import {
  bodyOf,
  completionOf,
  type Draft,
  definitionOfDraft,
  draftProblems,
  draftTexts,
  type EditedProtection,
  prefilled,
  serverProblems,
  toDraft,
} from './draft.ts';
import {
  activityChangeOf,
  bodyWithActivity,
  followPlan,
  planFor,
  plannedAlias,
  planProblems,
  toAlias,
  type WorkPlan,
  watchedBy,
} from './work-plan.ts';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The state of the protection editor, and the actions of its buttons.
 * @param form its first invalid field is focused after a failed save
 */
export function useEditor(
  twin: Twin,
  protection: EditedProtection,
  ofTwin: readonly TagAlias[],
  form: RefObject<HTMLFormElement | null>,
) {
  const navigate = useNavigate();
  const write = useWriteProtection(twin.id);
  const activities = useActivities(twin.id).data ?? [];
  /** The draft that the server rejected; its errors are shown until the draft changes. */
  const [refusedDraft, setRefusedDraft] = useState<Draft | null>(null);
  const [isTried, setIsTried] = useState(false);
  const carried = useCarriedLogic();
  const [generation, setGeneration] = useState(0);
  /** The activity as entered; undefined if unchanged. */
  const [entered, setEntered] = useState<WorkPlan | null | undefined>(undefined);
  const edit = useVersioned<EditedProtection, Draft>({
    what: 'The protection',
    record: protection,
    draftOf: toDraft,
    texts: draftTexts,
    begin: (first) => (carried === null ? first : withLogic(first, carried)),
    send: (draft, { id, version }) => {
      const planned = draft.type === 'activity' ? entered : null;
      const activity = activities.find((one) => one.id === planned?.activityId) ?? null;
      if (id === 0) {
        return planned
          ? write.createWithActivity(bodyWithActivity(twin.id, draft, planned, activity, ofTwin))
          : write.create(bodyOf(draft));
      }
      const indicator = { ...bodyOf(draft), version };
      return planned && activity
        ? write.updateWithActivity(id, { indicator, activity: activityChangeOf(planned, activity) })
        : write.update(id, indicator);
    },
  });
  const { draft, base } = edit;
  const isNew = base.id === 0;
  const isDirty = edit.isDirty || entered !== undefined;
  const guard = useUnsavedGuard(isDirty);
  const works = ofTwin.filter(({ type }) => type === 'work');
  const watched = isNew ? null : watchedBy(draft, activities);
  const plan = entered === undefined ? watched && planFor(watched, works) : entered;
  const aliases = useMemo(
    () => (entered?.tagAliasId === plannedAlias ? [...ofTwin, toAlias(entered, twin.id)] : ofTwin),
    [ofTwin, entered, twin.id],
  );
  const enter = (next: WorkPlan | null): void => {
    edit.change(followPlan(draft, plan, next));
    if (next?.tagAliasId !== plan?.tagAliasId || next?.aliasName !== plan?.aliasName) {
      setGeneration((count) => count + 1);
    }
    setEntered(next);
  };
  const definition = useMemo(() => definitionOfDraft(draft), [draft]);
  const saved = useMemo(() => (base.id === 0 ? null : definitionOfDraft(toDraft(base))), [base]);
  const completion = completionOf(draft, aliases);
  const refused =
    refusedDraft === draft && edit.failure instanceof ApiError ? (edit.failure.body.errors ?? []) : [];
  const found = new Map([
    ...draftProblems(draft),
    ...(draft.type === 'activity' && entered ? planProblems(entered, aliases) : []),
  ]);
  const problems = new Map([...serverProblems(refused), ...(isTried ? found : [])]);
  const isShownAtFields = [...problems.keys()].some((path) =>
    /^(thresholds|aliases|tagAliasIds|name|activity|tagAlias|tag)\b/.test(path),
  );

  const toFirstProblem = (): void => {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const save = async (): Promise<void> => {
    setIsTried(true);
    if (found.size > 0) return toFirstProblem();
    const wasNew = isNew;
    const stored = await edit.save();
    if (stored === null) {
      setRefusedDraft(draft);
      return toFirstProblem();
    }
    setIsTried(false);
    setEntered(undefined);
    if (wasNew) {
      guard.leaveFreely();
      void navigate(protectionEditPath(stored.id), { replace: true });
    }
  };
  /** Opens the simulation with the edited logic, to compare it with the saved one. */
  const simulate = (): void => {
    setIsTried(true);
    if (found.size > 0) {
      toFirstProblem();
      return;
    }
    const before = toDraft(base);
    const { thresholds, defaultLevel } = before;
    const isOnlyLogic = entered === undefined && isSame({ ...draft, thresholds, defaultLevel }, before);
    if (isOnlyLogic) guard.leaveFreely();
    const state = hasSameLogic(draft, before) ? null : { logic: logicOf(draft) };
    void navigate(simulationPath(twin.id, base.id), { state });
  };
  const fill = (): void => {
    edit.change({ thresholds: prefilled(draft, aliases) });
    setGeneration((count) => count + 1);
  };
  const remove = async (): Promise<void> => {
    await write.remove(base.id);
    guard.leaveFreely();
    void navigate(monitorPath(twin.id), { replace: true });
  };

  return {
    edit,
    isDirty,
    plan,
    aliases,
    activities,
    works,
    definition,
    saved,
    completion,
    problems,
    generation: generation + edit.generation,
    /** The error of a save that belongs to no field. */
    failure: isShownAtFields || refusedDraft !== draft ? null : edit.failure,
    dialog: (
      <>
        {edit.dialog}
        {guard.dialog}
      </>
    ),
    enter,
    save,
    simulate,
    fill,
    remove,
  };
}
