import {
  type Appearance,
  appearance,
  defaultAppearance,
  getAppearance,
  getHelpSettings,
  getOnPremise,
  getVideoSettings,
  setAppearance,
  setHelpSettings,
  setVideoSettings,
} from '@twinward/contracts/setting';
import type { Config } from '../../platform/config.ts';
import type { Routing } from '../../platform/routing.ts';
import { changeHelpSettings, readHelpSettings } from './help.ts';
import { readUserSetting, type Setting, writeUserSetting } from './service.ts';
import { changeVideoSettings, readVideoSettings } from './video.ts';

const look: Setting<Appearance> = {
  name: 'appearance',
  schema: appearance,
  initial: defaultAppearance,
};

export function settingRoutes({ implement }: Routing, { onPremise }: Config): void {
  implement(getAppearance, ({ actor }) => readUserSetting(actor.tenant.db, actor.userId, look));
  implement(setAppearance, ({ actor, body }) => writeUserSetting(actor.tenant.db, actor.userId, look, body));
  implement(getOnPremise, async () => ({ onPremise }));
  implement(getVideoSettings, ({ actor }) => readVideoSettings(actor.tenant.db));
  implement(setVideoSettings, ({ actor, body }) => changeVideoSettings(actor, body));
  implement(getHelpSettings, ({ actor }) => readHelpSettings(actor.tenant.db));
  implement(setHelpSettings, ({ actor, body }) => changeHelpSettings(actor, body));
}
