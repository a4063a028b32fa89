import {
  type FirstStepName,
  type FirstSteps,
  type FirstStepsSetting,
  firstStepNames,
  firstStepsSetting,
} from '@twinward/contracts/system/first-steps';
import type { Actor } from '../../../platform/actor.ts';
import { getUserSetting, type Setting, writeUserSetting } from '../../system/setting/service.ts';
import { type ProgressRow, selectProgress } from './store.ts';

const setting: Setting<FirstStepsSetting> = {
  name: 'first-steps',
  schema: firstStepsSetting,
  initial: { isDismissed: false },
};

const isDone: Record<FirstStepName, (progress: ProgressRow) => boolean> = {
  'import-data': ({ hasData }) => hasData,
  'make-twin': ({ twinId }) => twinId !== null,
  'make-rule': ({ protection }) => protection !== null,
  simulate: ({ isSimulated }) => isSimulated,
  'put-live': ({ isLive }) => isLive,
};

export async function getFirstSteps({ tenant: { db }, userId }: Actor): Promise<FirstSteps> {
  const { isDismissed } = await getUserSetting(db, userId, setting);
  const progress = await selectProgress(db);
  const { twinId, protection } = progress;
  return { done: firstStepNames.filter((step) => isDone[step](progress)), twinId, protection, isDismissed };
}

export const setFirstSteps = (
  { tenant: { db }, userId }: Actor,
  value: FirstStepsSetting,
): Promise<FirstStepsSetting> => writeUserSetting(db, userId, setting, value);
