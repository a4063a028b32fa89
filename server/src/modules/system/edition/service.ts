import {
  assetLimitReached,
  defaultEdition,
  type EditionSettings,
  editionSettings,
  getAssetLimit,
  noAssetsAdded,
  noAssetsRemoved,
} from '@twinward/contracts/system/edition';
import { editionRules } from '@twinward/domain/rules/edition-rules';
import { brokenFields } from '@twinward/domain/rules/rule';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { getSystemSetting, type Setting, updateSystemSetting } from '../setting/service.ts';

const setting: Setting<EditionSettings> = {
  name: 'edition',
  schema: editionSettings,
  initial: defaultEdition,
};

export function getEdition(db: Db): Promise<EditionSettings> {
  return getSystemSetting(db, setting);
}

/** @throws AppError `invalid-request` for an upgrade address that is neither an e-mail nor a web address. */
export async function updateEdition(actor: Actor, change: EditionSettings): Promise<EditionSettings> {
  refuseProblems(brokenFields(change, editionRules));
  return updateSystemSetting(actor, setting, change);
}

/** @throws AppError `conflict` if the edition adds no assets to analyses, or the analysis would exceed its limit. */
export async function assertMayAddAssets(db: Db, held: number, added: number): Promise<void> {
  if (added === 0) return;
  const edition = await getEdition(db);
  if (!edition.canAddAsset) throw new AppError('conflict', noAssetsAdded);
  const limit = getAssetLimit(edition);
  if (held + added > limit) throw new AppError('conflict', assetLimitReached(limit));
}

/** @throws AppError `conflict` if the edition removes no assets from analyses. */
export async function assertMayRemoveAssets(db: Db): Promise<void> {
  if (!(await getEdition(db)).canDeleteAsset) throw new AppError('conflict', noAssetsRemoved);
}
