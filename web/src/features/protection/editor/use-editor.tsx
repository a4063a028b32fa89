import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type RefObject, useState } from 'react';
import { useNavigate } from 'react-router';
import { guidePath, monitorPath, protectionEditPath, simulationPath } from '../../../shared/address/paths.ts';
import { useActivities } from '../../../shared/api/queries/use-activities.ts';
import { type Draft, type TwinProtection, toBody, toDraft } from '../../../shared/protection/draft.ts';
import { useProtectionEdit } from '../../../shared/protection/use-protection-edit.ts';
import { bodyWithActivity, toActivityChange, type WorkPlan } from '../../../shared/protection/work-plan.ts';
import { useFurtherForm } from '../../../shared/record/use-further-form.ts';
import { isSame } from '../../../ui/dialogs/merge.ts';
import { useUnsavedGuard } from '../../../ui/form/use-unsaved-guard.tsx';
import { useWriteProtection } from '../api/write-protection.ts';
import { hasSameLogic, toLogic, useCarriedLogic, withLogic } from '../carried-logic.ts';

/**
 * The state of the editor of a twin's protection, and the actions of its buttons.
 * @param form the form, whose first invalid field is focused after a failed save
 */
export function useEditor(
  twin: Twin,
  protection: TwinProtection,
  ofTwin: readonly TagAlias[],
  form: RefObject<HTMLFormElement | null>,
) {
  const navigate = useNavigate();
  const write = useWriteProtection(twin.id);
  const activities = useActivities(twin.id).data ?? [];
  /** Whether a new protection was saved and its page is being opened. */
  const [isLeaving, setIsLeaving] = useState(false);
  const carried = useCarriedLogic();
  const further = useFurtherForm('protection', protection.id === 0 ? null : protection);
  const send = (draft: Draft, base: TwinProtection, plan: WorkPlan | null): Promise<TwinProtection> => {
    const { id, version, patternsOf } = base;
    const activity = activities.find((one) => one.id === plan?.activityId) ?? null;
    if (id === 0) {
      return plan
        ? write.createWithActivity(bodyWithActivity(twin.id, draft, plan, activity, ofTwin))
        : write.create({ ...toBody(draft, null), ...(patternsOf === undefined ? {} : { patternsOf }) });
    }
    const indicator = { ...toBody(draft, base), version };
    return plan && activity
      ? write.updateWithActivity(id, { indicator, activity: toActivityChange(plan, activity) })
      : write.update(id, indicator);
  };
  const edit = useProtectionEdit<TwinProtection, (typeof activities)[number], TagAlias>({
    protection,
    inputs: ofTwin,
    activities,
    further,
    isTrained: protection.indicatorPattern?.isCurrent,
    form,
    ...(carried === null ? {} : { begin: (first: Draft) => withLogic(first, carried) }),
    onSave: send,
  });
  const { draft, base } = edit;
  const isNew = base.id === 0;
  const guard = useUnsavedGuard(edit.isDirty);

  const save = async (): Promise<void> => {
    const stored = await edit.save();
    if (stored === null || !isNew) return;
    setIsLeaving(true);
    guard.leaveFreely();
    const path = stored.type === 'pattern' ? guidePath(stored.id) : protectionEditPath(stored.id);
    void navigate(path, { replace: true });
  };
  /** Opens the simulation with the edited logic, to compare it with the saved one. */
  const simulate = (): void => {
    if (!edit.check()) return;
    const before = toDraft(base);
    const { thresholds, defaultLevel } = before;
    const isOnlyLogic = !edit.hasPlan && isSame({ ...draft, thresholds, defaultLevel }, before);
    if (isOnlyLogic) guard.leaveFreely();
    const state = hasSameLogic(draft, before) ? null : { logic: toLogic(draft) };
    void navigate(simulationPath(twin.id, base.id), { state });
  };
  const remove = async (): Promise<void> => {
    await write.remove(base.id);
    guard.leaveFreely();
    void navigate(monitorPath(twin.id), { replace: true });
  };

  return {
    edit,
    /** Locks the form while a new protection is saved and its page is opened, since input would be lost. */
    isLocked: isLeaving || (isNew && edit.isSaving),
    dialog: (
      <>
        {edit.dialog}
        {guard.dialog}
      </>
    ),
    save,
    simulate,
    remove,
  };
}
