import { defaultEdition, type EditionSettings, editionSettings } from '@twinward/contracts/system/edition';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { getSystemSetting, type Setting, updateSystemSetting } from '../setting/service.ts';

const setting: Setting<EditionSettings> = {
  name: 'edition',
  schema: editionSettings,
  initial: defaultEdition,
};

export function getEdition(db: Db): Promise<EditionSettings> {
  return getSystemSetting(db, setting);
}

export function updateEdition(actor: Actor, change: EditionSettings): Promise<EditionSettings> {
  return updateSystemSetting(actor, setting, change);
}
