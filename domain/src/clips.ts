import type { Video, VideoSettings } from '@twinward/contracts/system/setting';

/** The clips that come with the product: `docs/clips/<id>.webm` with captions in `<id>.vtt`. The user guide has a part for each. */
export const clips: readonly Video[] = [
  { id: 'import', title: 'Import a file and see its signals', moi: false },
  { id: 'twin', title: 'Create a twin and map its inputs', moi: false },
  { id: 'rule', title: 'Write a rule and preview it', moi: false },
  { id: 'simulate', title: 'Simulate a rule and apply it', moi: false },
  { id: 'advisory', title: 'Act on an excursion with an advisory', moi: false },
  { id: 'risk', title: 'Read the risk matrix and plan a budget', moi: false },
  { id: 'dashboard', title: 'Build a dashboard', moi: true },
  { id: 'opcua', title: 'Connect to OPC UA', moi: true },
];

/** Whether a Guide Me video is a clip of the product. An administrator's video replaces the clip with the same id. */
export const isClip = ({ videos, clips: areListed }: VideoSettings, id: string): boolean =>
  areListed && clips.some((clip) => clip.id === id) && !videos.some((video) => video.id === id);

/** The videos of Guide Me: the clips, then those of the administrator. */
export const listVideos = (settings: VideoSettings): Video[] => [
  ...clips.filter(({ id }) => isClip(settings, id)),
  ...settings.videos,
];
