import type { hostedVideos, VideoSettings } from '@twinward/contracts/setting';

const provider: typeof hostedVideos = 'https://player.vimeo.com';
/** Lines of the picture that the provider is asked for. */
const quality = 1080;

/** Where a video is played from: a file of the folder that is set, or else the provider's player. */
export function videoAddress(
  { path }: Pick<VideoSettings, 'path'>,
  id: string,
): { kind: 'file' | 'player'; address: string } {
  return path === ''
    ? { kind: 'player', address: `${provider}/video/${encodeURIComponent(id)}?quality=${quality}p&dnt=1` }
    : { kind: 'file', address: `${path.replace(/\/+$/, '')}/${encodeURIComponent(id)}.mp4` };
}
