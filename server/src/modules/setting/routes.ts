import {
  appearance,
  defaultAppearance,
  defaultWatchlistSort,
  getAppearance,
  getWatchlistSort,
  setAppearance,
  setWatchlistSort,
  watchlistSort,
} from '@twinward/contracts/setting';
import type { Routing } from '../../platform/routing.ts';
import { readUserSetting, type Setting, writeUserSetting } from './service.ts';

const look: Setting<typeof defaultAppearance> = {
  name: 'appearance',
  schema: appearance,
  initial: defaultAppearance,
};
const sort: Setting<typeof defaultWatchlistSort> = {
  name: 'watchlist-sort',
  schema: watchlistSort,
  initial: defaultWatchlistSort,
};

export function settingRoutes({ implement }: Routing): void {
  implement(getAppearance, ({ actor }) => readUserSetting(actor.tenant.db, actor.userId, look));
  implement(setAppearance, ({ actor, body }) => writeUserSetting(actor.tenant.db, actor.userId, look, body));
  implement(getWatchlistSort, ({ actor }) => readUserSetting(actor.tenant.db, actor.userId, sort));
  implement(setWatchlistSort, ({ actor, body }) =>
    writeUserSetting(actor.tenant.db, actor.userId, sort, body),
  );
}
