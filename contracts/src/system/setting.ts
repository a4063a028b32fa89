import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { identifier, integerBetween, requiredText, text, timeZone } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('System');

/** The appearance of the screens for a user. */
export const appearance = z
  .strictObject({
    theme: z.enum(['system', 'light', 'dark']),
    density: z.enum(['comfortable', 'compact']),
  })
  .meta({ id: 'Appearance' });
export type Appearance = z.infer<typeof appearance>;
export const defaultAppearance: Appearance = { theme: 'system', density: 'compact' };

export const getAppearance = defineRoute('GET /api/settings/user/appearance', {
  access: 'signed-in',
  tag: 'User',
  summary: 'Get the appearance settings of the user',
  response: appearance,
});

export const setAppearance = defineRoute('POST /api/settings/user/appearance', {
  access: 'signed-in',
  tag: 'User',
  summary: 'Update the appearance settings of the user',
  body: appearance,
  response: appearance,
});

const watchlistSorts = ['name', 'consequence', 'level', 'advisories'] as const;
export const watchlistSort = z.strictObject({ value: z.enum(watchlistSorts) }).meta({ id: 'WatchlistSort' });
export type WatchlistSort = z.infer<typeof watchlistSort>;
export const defaultWatchlistSort: WatchlistSort = { value: 'name' };

export const getWatchlistSort = defineRoute('GET /api/settings/user/watchlistsort', {
  access: 'signed-in',
  tag: 'Watchlist',
  summary: 'Get the order of the user’s watchlist',
  response: watchlistSort,
});

export const setWatchlistSort = defineRoute('POST /api/settings/user/watchlistsort', {
  access: 'signed-in',
  tag: 'Watchlist',
  summary: 'Update the order of the user’s watchlist',
  body: watchlistSort,
  response: watchlistSort,
});

export const getOnPremise = defineRoute('GET /api/settings/onprem', {
  access: 'signed-in',
  summary: 'Get whether the organization of the users runs this installation',
  response: z.object({ onPremise: z.boolean() }),
});

/** A video in the help menu. */
export const video = z.strictObject({
  title: requiredText(100),
  id: identifier(100).describe('Name of its file in the folder without .mp4, or its id at the provider'),
  moi: z.boolean().describe('Maybe of interest: listed after the videos about a topic'),
});
export type Video = z.infer<typeof video>;

/** The player for videos that are not in a folder. */
export const hostedVideos = 'https://player.vimeo.com';

export const videoSettings = z
  .strictObject({
    path: text(300).describe(
      'Folder of the videos, on this server or another; empty for the hosted provider',
    ),
    videos: z.array(video).max(100).default([]),
    clips: z.boolean().default(true).describe('Whether the clips of the product are listed first'),
  })
  .meta({ id: 'VideoSettings' });
export type VideoSettings = z.infer<typeof videoSettings>;

export const getVideoSettings = defineRoute('GET /api/settings/system/video', {
  access: 'signed-in',
  summary: 'Get the videos of the help menu and their location',
  response: videoSettings,
});

export const setVideoSettings = defineRoute('POST /api/settings/system/video', {
  access: 'system',
  summary: 'Update the videos of the help menu and their location',
  body: videoSettings,
  response: videoSettings,
});

export const getVideoPlayer = defineRoute('GET /api/settings/system/video/:id/player', {
  access: 'signed-in',
  summary: 'Get the player of a video: the address of a document for a frame, valid for five minutes',
  params: z.object({ id: z.string().max(100) }),
  response: z.object({ address: z.string() }),
});

/** A frame sends no session headers, so the ticket authorizes it for one video. */
export const showVideo = defineRoute('GET /api/settings/system/video/player', {
  access: 'public',
  summary: 'Get the document that plays a video. Its policy allows only this video',
  query: z.object({ database: z.string().max(40), ticket: z.string().max(1000) }),
  ...returnsFile('html'),
  rateLimit: 300,
});

/** The database role of requests and jobs. */
export const databaseRole = z
  .object({
    role: z.string(),
    isOwner: z.boolean().describe('Whether it owns the tables, and so could alter the audit trail'),
  })
  .meta({ id: 'DatabaseRole' });
export type DatabaseRole = z.infer<typeof databaseRole>;

export const getDatabaseRole = defineRoute('GET /api/settings/system/database', {
  access: 'system',
  summary: 'Get the database role of requests, and whether it could alter the audit trail',
  response: databaseRole,
});

/** Addresses for help outside the product. */
export const helpSettings = z
  .strictObject({
    documentation: requiredText(300).describe('Address of the documentation in the help menu'),
    support: text(300).describe('E-mail or web address of support; empty for none'),
  })
  .meta({ id: 'HelpSettings' });
export type HelpSettings = z.infer<typeof helpSettings>;

export const getHelpSettings = defineRoute('GET /api/settings/system/help', {
  access: 'signed-in',
  summary: 'Get the addresses for help',
  response: helpSettings,
});

export const setHelpSettings = defineRoute('POST /api/settings/system/help', {
  access: 'system',
  summary: 'Update the addresses for help',
  body: helpSettings,
  response: helpSettings,
});

/** Points further ahead of the clock are held until their time. */
export const earlyPointsSetting = z
  .strictObject({
    toleranceMinutes: integerBetween(0, 1440).describe(
      'Minutes ahead of the clock up to which points are accepted at once',
    ),
  })
  .meta({ id: 'EarlyPointsSetting' });
export type EarlyPointsSetting = z.infer<typeof earlyPointsSetting>;

export const getEarlyPoints = defineRoute('GET /api/settings/system/early-points', {
  access: 'signed-in',
  summary: 'Get how far ahead of the clock points are accepted; 10 minutes by default',
  response: earlyPointsSetting,
});

export const setEarlyPoints = defineRoute('POST /api/settings/system/early-points', {
  access: 'system',
  summary: 'Update how far ahead of the clock points are accepted. Applies to points from now on',
  body: earlyPointsSetting,
  response: earlyPointsSetting,
});

/** The time zone for date arithmetic: intervals of months and years end at the same local time. */
export const timeZoneSetting = z.strictObject({ timeZone }).meta({ id: 'TimeZoneSetting' });
export type TimeZoneSetting = z.infer<typeof timeZoneSetting>;

export const getTimeZone = defineRoute('GET /api/settings/system/time-zone', {
  access: 'signed-in',
  summary:
    'Get the time zone of the plant, in which intervals of months and years are counted; UTC by default',
  response: timeZoneSetting,
});

export const setTimeZone = defineRoute('POST /api/settings/system/time-zone', {
  access: 'system',
  summary:
    'Update the time zone of the plant. Protections with intervals of months or years are re-evaluated',
  body: timeZoneSetting,
  response: timeZoneSetting,
});
