import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  getHelpSettings,
  getVideoSettings,
  HelpSettings,
  setHelpSettings,
  setVideoSettings,
  VideoSettings,
} from '@twinward/contracts/setting';
import { call } from '../http.ts';

/** Where help is found beside the product. */
export const useHelpSettings = () =>
  useQuery({
    queryKey: ['help-settings', {}],
    queryFn: ({ signal }) => call<typeof getHelpSettings>('GET /api/settings/system/help', { signal }),
  });

export function useSaveHelpSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: HelpSettings) =>
      call<typeof setHelpSettings>('POST /api/settings/system/help', { body }),
    onSuccess: (saved) => queryClient.setQueryData(['help-settings', {}], saved),
  });
}

/** The videos of the help menu, and where they are. */
export const useVideoSettings = () =>
  useQuery({
    queryKey: ['video-settings', {}],
    queryFn: ({ signal }) => call<typeof getVideoSettings>('GET /api/settings/system/video', { signal }),
  });

export function useSaveVideoSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: VideoSettings) =>
      call<typeof setVideoSettings>('POST /api/settings/system/video', { body }),
    onSuccess: (saved) => queryClient.setQueryData(['video-settings', {}], saved),
  });
}
