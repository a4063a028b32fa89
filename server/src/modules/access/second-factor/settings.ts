import { type SecondFactorSettings, secondFactorSettings } from '@twinward/contracts/access/second-factor';
import { insufficientPrivilege } from '@twinward/contracts/core/error';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { getSystemSetting, type Setting, updateSystemSetting } from '../../system/setting/service.ts';
import { getUser } from '../user/service.ts';
import { countFactors } from './store.ts';

export const secondFactorSetting: Setting<SecondFactorSettings> = {
  name: 'second-factor',
  schema: secondFactorSettings,
  initial: { required: 'none' },
};

export function getSecondFactorSettings(db: Db): Promise<SecondFactorSettings> {
  return getSystemSetting(db, secondFactorSetting);
}

/**
 * Updates the requirement of a second factor. An administrator who requires one must have one, so that administrators
 * cannot lock themselves out. External users are exempt, since the identity provider checks theirs.
 * @throws AppError `forbidden`; `conflict`.
 */
export async function updateSecondFactorSettings(
  actor: Actor,
  change: SecondFactorSettings,
): Promise<SecondFactorSettings> {
  if (!actor.isAdmin) throw new AppError('forbidden', insufficientPrivilege);
  const { db } = actor.tenant;
  if (change.required !== 'none' && (await countFactors(db, actor.userId)) === 0) {
    const { external } = await getUser(db, actor.userId);
    if (!external) {
      throw new AppError('conflict', 'Set up a second factor for yourself before requiring one.');
    }
  }
  return updateSystemSetting(actor, secondFactorSetting, change);
}

/** Returns whether a user must have a second factor under the tenant's setting. */
export function isRequiredFor(
  required: SecondFactorSettings['required'],
  user: { isAdmin: boolean; external: boolean },
): boolean {
  return !user.external && (required === 'all' || (required === 'administrators' && user.isAdmin));
}
