import type {
  getHelpSettings,
  getVideoPlayer,
  getVideoSettings,
  setHelpSettings,
  setVideoSettings,
} from '@twinward/contracts/system/setting';
import { useApiMutation } from '../api-mutation.ts';
import { useApiQuery } from '../api-query.ts';

/** Links of the help menu. */
export const useHelpSettings = () =>
  useApiQuery<typeof getHelpSettings>(['help-settings', {}], 'GET /api/settings/system/help');

export const useSaveHelpSettings = () =>
  useApiMutation<typeof setHelpSettings>('POST /api/settings/system/help', { saves: ['help-settings', {}] });

/** The videos of the help menu. */
export const useVideoSettings = () =>
  useApiQuery<typeof getVideoSettings>(['video-settings', {}], 'GET /api/settings/system/video');

export const useSaveVideoSettings = () =>
  useApiMutation<typeof setVideoSettings>('POST /api/settings/system/video', {
    saves: ['video-settings', {}],
  });

/** The URL of a video. Fetched once per opening: a new URL would restart the video. */
export const useVideoPlayer = (id: string) =>
  useApiQuery<typeof getVideoPlayer>(
    ['video-player', { id }],
    'GET /api/settings/system/video/:id/player',
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
