import { z } from 'zod';
import { contentTypes } from '../core/content-types.ts';
import { identifier, integerBetween, requiredText, text, timeZone } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

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
  summary: 'Whether this installation is run by its users’ own organization',
  response: z.object({ onPremise: z.boolean() }),
});

/** A video of the help menu. */
export const video = z.strictObject({
  title: requiredText(100),
  id: identifier(100).describe('Names its file in the folder, without .mp4, or the video at the provider'),
  moi: z.boolean().describe('Maybe of interest: listed after the videos about a topic'),
});
export type Video = z.infer<typeof video>;

/** Where videos are played from that are in no folder. */
export const hostedVideos = 'https://player.vimeo.com';

export const videoSettings = z
  .strictObject({
    path: text(300).describe(
      'Folder of this server or of another that holds them; empty: they are at the hosted provider',
    ),
    videos: z.array(video).max(100).default([]),
    clips: z
      .boolean()
      .default(true)
      .describe('Whether the clips that come with the product are listed first'),
  })
  .meta({ id: 'VideoSettings' });
export type VideoSettings = z.infer<typeof videoSettings>;

export const getVideoSettings = defineRoute({
  method: 'GET',
  path: '/api/settings/system/video',
  access: 'signed-in',
  tag: 'System',
  summary: 'The videos of the help menu, and where they are',
  response: videoSettings,
});

export const setVideoSettings = defineRoute({
  method: 'POST',
  path: '/api/settings/system/video',
  access: 'system',
  tag: 'System',
  summary: 'Choose the videos of the help menu, and where they are',
  body: videoSettings,
  response: videoSettings,
});

export const getVideoPlayer = defineRoute({
  method: 'GET',
  path: '/api/settings/system/video/:id/player',
  access: 'signed-in',
  tag: 'System',
  summary: 'Where a video plays: the address of a document for a frame, valid for five minutes',
  params: z.object({ id: z.string().max(100) }),
  response: z.object({ address: z.string() }),
});

/** A frame sends no session headers: the ticket stands in for them, for one video. */
export const showVideo = defineRoute({
  method: 'GET',
  path: '/api/settings/system/video/player',
  access: 'public',
  tag: 'System',
  summary: 'The document in which a video plays; its policy allows that video and nothing else',
  query: z.object({ database: z.string().max(40), ticket: z.string().max(1000) }),
  response: 'file',
  contentTypes: [contentTypes.html],
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

export const getDatabaseRole = defineRoute({
  method: 'GET',
  path: '/api/settings/system/database',
  access: 'system',
  tag: 'System',
  summary: 'The database role of requests, and whether it could alter the audit trail',
  response: databaseRole,
});

/** Where help is found beside the product. */
export const helpSettings = z
  .strictObject({
    documentation: requiredText(300).describe('Address that the help menu opens'),
    support: text(300).describe(
      'How to reach support: an e-mail or a web address; empty where nobody can say',
    ),
  })
  .meta({ id: 'HelpSettings' });
export type HelpSettings = z.infer<typeof helpSettings>;

export const getHelpSettings = defineRoute({
  method: 'GET',
  path: '/api/settings/system/help',
  access: 'signed-in',
  tag: 'System',
  summary: 'Where help is found',
  response: helpSettings,
});

export const setHelpSettings = defineRoute({
  method: 'POST',
  path: '/api/settings/system/help',
  access: 'system',
  tag: 'System',
  summary: 'Choose where help is found',
  body: helpSettings,
  response: helpSettings,
});

/** Points further ahead of the clock are held until their time. */
export const earlyPointsSetting = z
  .strictObject({
    toleranceMinutes: integerBetween(0, 1440).describe(
      'Minutes ahead of the clock up to which points count at once',
    ),
  })
  .meta({ id: 'EarlyPointsSetting' });
export type EarlyPointsSetting = z.infer<typeof earlyPointsSetting>;

export const getEarlyPoints = defineRoute({
  method: 'GET',
  path: '/api/settings/system/early-points',
  access: 'signed-in',
  tag: 'System',
  summary: 'How far ahead of the clock points may be; 10 minutes until chosen',
  response: earlyPointsSetting,
});

export const setEarlyPoints = defineRoute({
  method: 'POST',
  path: '/api/settings/system/early-points',
  access: 'system',
  tag: 'System',
  summary: 'Choose how far ahead of the clock points may be; holds for points that come from now on',
  body: earlyPointsSetting,
  response: earlyPointsSetting,
});

/** By which clocks dates are moved: intervals of months and years end at the same time of day there. */
export const timeZoneSetting = z.strictObject({ timeZone }).meta({ id: 'TimeZoneSetting' });
export type TimeZoneSetting = z.infer<typeof timeZoneSetting>;

export const getTimeZone = defineRoute({
  method: 'GET',
  path: '/api/settings/system/time-zone',
  access: 'signed-in',
  tag: 'System',
  summary: 'The time zone of the plant, in which intervals of months and years are counted; UTC until chosen',
  response: timeZoneSetting,
});

export const setTimeZone = defineRoute({
  method: 'POST',
  path: '/api/settings/system/time-zone',
  access: 'system',
  tag: 'System',
  summary:
    'Choose the time zone of the plant; protections with intervals of months or years are evaluated anew',
  body: timeZoneSetting,
  response: timeZoneSetting,
});
