import { z } from 'zod';
import { defineRoute } from './route.ts';

/** How the screens look to a user. */
export const appearance = z
  .strictObject({
    theme: z.enum(['system', 'light', 'dark']),
    density: z.enum(['comfortable', 'compact']),
  })
  .meta({ id: 'Appearance' });
export type Appearance = z.infer<typeof appearance>;
export const defaultAppearance: Appearance = { theme: 'system', density: 'compact' };

export const getAppearance = defineRoute({
  method: 'GET',
  path: '/api/settings/user/appearance',
  access: 'signed-in',
  tag: 'User',
  summary: 'How the screens look to the user',
  response: appearance,
});

export const setAppearance = defineRoute({
  method: 'POST',
  path: '/api/settings/user/appearance',
  access: 'signed-in',
  tag: 'User',
  summary: 'Choose how the screens look to the user',
  body: appearance,
  response: appearance,
});

export const watchlistSorts = ['name', 'consequence', 'level', 'advisories'] as const;
export const watchlistSort = z.strictObject({ value: z.enum(watchlistSorts) }).meta({ id: 'WatchlistSort' });
export type WatchlistSort = z.infer<typeof watchlistSort>;
export const defaultWatchlistSort: WatchlistSort = { value: 'name' };

export const getWatchlistSort = defineRoute({
  method: 'GET',
  path: '/api/settings/user/watchlistsort',
  access: 'signed-in',
  tag: 'Watchlist',
  summary: 'The order of the user’s watchlist',
  response: watchlistSort,
});

export const setWatchlistSort = defineRoute({
  method: 'POST',
  path: '/api/settings/user/watchlistsort',
  access: 'signed-in',
  tag: 'Watchlist',
  summary: 'Choose the order of the user’s watchlist',
  body: watchlistSort,
  response: watchlistSort,
});

export const getOnPremise = defineRoute({
  method: 'GET',
  path: '/api/settings/onprem',
  access: 'signed-in',
  tag: 'System',
  summary: 'Whether this installation is run by its users’ own organisation',
  response: z.object({ onPremise: z.boolean() }),
});

/** Where the videos of the help menu are: a folder of this server or of another; empty where there are none. */
export const videoSettings = z.strictObject({ path: z.string() }).meta({ id: 'VideoSettings' });
export type VideoSettings = z.infer<typeof videoSettings>;

export const getVideoSettings = defineRoute({
  method: 'GET',
  path: '/api/settings/system/video',
  access: 'signed-in',
  tag: 'System',
  summary: 'Where the videos of the help menu are',
  response: videoSettings,
});

export const setVideoSettings = defineRoute({
  method: 'POST',
  path: '/api/settings/system/video',
  access: 'system',
  tag: 'System',
  summary: 'Choose where the videos of the help menu are',
  body: videoSettings,
  response: videoSettings,
});
