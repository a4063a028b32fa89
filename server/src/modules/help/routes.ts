import {
  getHelpSettings,
  getVideoSettings,
  setHelpSettings,
  setVideoSettings,
} from '@twinward/contracts/setting';
import type { Routing } from '../../platform/routing.ts';
import { changeHelpSettings, readHelpSettings } from './documentation.ts';
import { changeVideoSettings, readVideoSettings } from './service.ts';

export function helpRoutes({ implement }: Routing): void {
  implement(getVideoSettings, ({ actor }) => readVideoSettings(actor.tenant.db));
  implement(setVideoSettings, ({ actor, body }) => changeVideoSettings(actor, body));
  implement(getHelpSettings, ({ actor }) => readHelpSettings(actor.tenant.db));
  implement(setHelpSettings, ({ actor, body }) => changeHelpSettings(actor, body));
}
