import { hostedVideos, type VideoSettings, videoSettings } from '@twinward/contracts/setting';
import { videoRules, videoSettingsRules } from '@twinward/domain/rules/help-rules';
import { brokenFields } from '@twinward/domain/rules/rule';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { refuseProblems } from '../../platform/rules.ts';
import type { Tenants } from '../../platform/tenants.ts';
import { changeSystemSetting, readSystemSetting, type Setting } from '../setting/service.ts';

const setting: Setting<VideoSettings> = {
  name: 'video',
  schema: videoSettings,
  initial: { path: '', videos: [] },
};

export function readVideoSettings(db: Db): Promise<VideoSettings> {
  return readSystemSetting(db, setting);
}

/** @throws AppError `invalid-request` for what is no address, and for a video without title or id. */
export async function changeVideoSettings(actor: Actor, change: VideoSettings): Promise<VideoSettings> {
  refuseProblems([
    ...brokenFields(change, videoSettingsRules),
    ...change.videos.flatMap((video, index) =>
      brokenFields(video, videoRules).map(({ path, message }) => ({
        path: `videos.${index}.${path}`,
        message,
      })),
    ),
  ]);
  return changeSystemSetting(actor, setting, change);
}

/** Where pages of the product may take videos from, as a content security policy says it. */
export interface VideoSources {
  /** Of video elements. */
  media: string[];
  /** Of embedded players. */
  frame: string[];
}

/** Milliseconds for which what was read stands. */
const staleAfter = 10_000;

/** What the tenants have configured, together: a page is sent before anyone knows who will sign in. */
export function createVideoSources(tenants: Tenants): () => Promise<VideoSources> {
  let read: { at: number; sources: Promise<VideoSources> } | null = null;
  return () => {
    if (read === null || Date.now() - read.at > staleAfter) {
      const sources = readVideoSources(tenants);
      read = { at: Date.now(), sources };
      // A page goes without videos rather than not at all; the next one tries again.
      sources.catch(() => {
        read = null;
      });
    }
    return read.sources.catch(() => ({ media: [], frame: [] }));
  };
}

async function readVideoSources(tenants: Tenants): Promise<VideoSources> {
  const media = new Set<string>();
  const frame = new Set<string>();
  for (const name of await tenants.list()) {
    const tenant = await tenants.get(name);
    if (!tenant) continue;
    const { path, videos } = await readVideoSettings(tenant.db);
    if (videos.length === 0) continue;
    if (path === '') frame.add(hostedVideos);
    else media.add(path.startsWith('/') ? "'self'" : new URL(path).origin);
  }
  return { media: [...media], frame: [...frame] };
}
