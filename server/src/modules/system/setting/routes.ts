import {
  getGeneralSettings,
  getRetention,
  setGeneralSettings,
  setRetention,
} from '@twinward/contracts/system/general';
import {
  type Appearance,
  appearance,
  defaultAppearance,
  getAppearance,
  getDatabaseRole,
  getOnPremise,
  setAppearance,
} from '@twinward/contracts/system/setting';
import type { Config } from '../../../platform/config/config.ts';
import { readDatabaseRole } from '../../../platform/database/database-role.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import {
  general,
  getSystemSetting,
  getUserSetting,
  retention,
  type Setting,
  updateSystemSetting,
  writeUserSetting,
} from './service.ts';

const look: Setting<Appearance> = {
  name: 'appearance',
  schema: appearance,
  initial: defaultAppearance,
};

export function settingRoutes({ implement }: Routing, { onPremise }: Config): void {
  implement(getAppearance, ({ actor }) => getUserSetting(actor.tenant.db, actor.userId, look));
  implement(setAppearance, ({ actor, body }) => writeUserSetting(actor.tenant.db, actor.userId, look, body));
  implement(getGeneralSettings, ({ actor }) => getSystemSetting(actor.tenant.db, general));
  implement(setGeneralSettings, ({ actor, body }) => updateSystemSetting(actor, general, body));
  implement(getRetention, ({ actor }) => getSystemSetting(actor.tenant.db, retention));
  implement(setRetention, ({ actor, body }) => updateSystemSetting(actor, retention, body));
  implement(getDatabaseRole, ({ actor }) => readDatabaseRole(actor.tenant.db));
  implement(getOnPremise, async () => ({ onPremise }));
}
