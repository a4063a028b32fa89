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

/** Where help is found beside the product. */
export const useHelpSettings = () =>
  useApiQuery<typeof getHelpSettings>(['help-settings', {}], 'GET /api/settings/system/help');

export const useSaveHelpSettings = () =>
  useMutation({
    mutationFn: (body: HelpSettings) =>
      call<typeof setHelpSettings>('POST /api/settings/system/help', { body }),
    meta: { saves: ['help-settings', {}] },
  });

/** The videos of the help menu, and where they are. */
export const useVideoSettings = () =>
  useApiQuery<typeof getVideoSettings>(['video-settings', {}], 'GET /api/settings/system/video');

export const useSaveVideoSettings = () =>
  useMutation({
    mutationFn: (body: VideoSettings) =>
      call<typeof setVideoSettings>('POST /api/settings/system/video', { body }),
    meta: { saves: ['video-settings', {}] },
  });

/** Where a video plays. Asked for once each time it is opened: a new address would start it anew. */
export const useVideoPlayer = (id: string) =>
  useApiQuery<typeof getVideoPlayer>(
    ['video-player', { id }],
    'GET /api/settings/system/video/:id/player',
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
