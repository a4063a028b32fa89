import { defaultEdition, type EditionSettings, editionSettings } from '@twinward/contracts/system/edition';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { changeSystemSetting, readSystemSetting, type Setting } from '../setting/service.ts';

const setting: Setting<EditionSettings> = {
  name: 'edition',
  schema: editionSettings,
  initial: defaultEdition,
};

export function readEdition(db: Db): Promise<EditionSettings> {
  return readSystemSetting(db, setting);
}

export function changeEdition(actor: Actor, change: EditionSettings): Promise<EditionSettings> {
  return changeSystemSetting(actor, setting, change);
}
