import { type HelpSettings, helpSettings } from '@twinward/contracts/system/setting';
import { helpSettingsRules } from '@twinward/domain/rules/help-rules';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { assertRules } from '../../../platform/rules.ts';
import { getSystemSetting, type Setting, updateSystemSetting } from '../setting/service.ts';

const setting: Setting<HelpSettings> = {
  name: 'help',
  schema: helpSettings,
  // The documentation that is included in the installation.
  initial: { documentation: '/docs', support: '' },
};

export function getHelpSettings(db: Db): Promise<HelpSettings> {
  return getSystemSetting(db, setting);
}

/** @throws AppError `invalid-request` naming each field that is not a URL. */
export async function updateHelpSettings(actor: Actor, change: HelpSettings): Promise<HelpSettings> {
  assertRules(change, helpSettingsRules);
  return updateSystemSetting(actor, setting, change);
}
