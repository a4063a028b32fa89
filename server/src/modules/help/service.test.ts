import type { VideoSettings } from '@twinward/contracts/setting';
import { expect, it } from 'vitest';
import { createTestApp } from '../../testing/app.ts';
import { createVideoSources } from './service.ts';

const videos = [{ title: 'Your first twin', id: 'first-twin', moi: false }];

it.each<[string, VideoSettings, object]>([
  ['no video', { path: '/videos', videos: [] }, { media: [], frame: [] }],
  ['a folder of this server', { path: '/videos', videos }, { media: ["'self'"], frame: [] }],
  [
    'a folder of another',
    { path: 'https://help.plant.example:8443/videos?a;b', videos },
    { media: ['https://help.plant.example:8443'], frame: [] },
  ],
  ['the hosted provider', { path: '', videos }, { media: [], frame: ['https://player.vimeo.com'] }],
])('a page may take from %s what it needs', async (_, value, sources) => {
  const test = await createTestApp();
  try {
    await test.tenant.db
      .insertInto('system_setting')
      .values({ name: 'video', value: JSON.stringify(value) })
      .execute();
    expect(await createVideoSources(test.context.tenants)()).toEqual(sources);
  } finally {
    await test.close();
  }
});
