import { useMutation } from '@tanstack/react-query';
import type {
  getHelpSettings,
  getVideoPlayer,
  getVideoSettings,
  HelpSettings,
  setHelpSettings,
  setVideoSettings,
  VideoSettings,
} from '@twinward/contracts/system/setting';
import { useApiQuery } from '../api-query.ts';
import { call } from '../http.ts';

/** Links of the help menu. */
export const useHelpSettings = () =>
  useApiQuery<typeof getHelpSettings>(['help-settings', {}], 'GET /api/settings/system/help');

export const useSaveHelpSettings = () =>
  useMutation({
    mutationFn: (body: HelpSettings) =>
      call<typeof setHelpSettings>('POST /api/settings/system/help', { body }),
    meta: { saves: ['help-settings', {}] },
  });

/** The videos of the help menu. */
export const useVideoSettings = () =>
  useApiQuery<typeof getVideoSettings>(['video-settings', {}], 'GET /api/settings/system/video');

export const useSaveVideoSettings = () =>
  useMutation({
    mutationFn: (body: VideoSettings) =>
      call<typeof setVideoSettings>('POST /api/settings/system/video', { body }),
    meta: { saves: ['video-settings', {}] },
  });

/** The URL of a video. Fetched once per opening: a new URL would restart the video. */
export const useVideoPlayer = (id: string) =>
  useApiQuery<typeof getVideoPlayer>(
    ['video-player', { id }],
    'GET /api/settings/system/video/:id/player',
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
