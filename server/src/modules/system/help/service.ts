import { type VideoSettings, videoSettings } from '@twinward/contracts/system/setting';
import { videoRules, videoSettingsRules } from '@twinward/domain/rules/help-rules';
import { brokenFields } from '@twinward/domain/rules/rule';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { getSystemSetting, type Setting, updateSystemSetting } from '../setting/service.ts';

const setting: Setting<VideoSettings> = {
  name: 'video',
  schema: videoSettings,
  initial: { path: '', videos: [], clips: true },
};

export function getVideoSettings(db: Db): Promise<VideoSettings> {
  return getSystemSetting(db, setting);
}

/** @throws AppError `invalid-request` for an invalid URL, and for a video without title or id. */
export async function updateVideoSettings(actor: Actor, change: VideoSettings): Promise<VideoSettings> {
  refuseProblems([
    ...brokenFields(change, videoSettingsRules),
    ...change.videos.flatMap((video, index) =>
      brokenFields(video, videoRules).map(({ path, message }) => ({
        path: `videos.${index}.${path}`,
        message,
      })),
    ),
  ]);
  return updateSystemSetting(actor, setting, change);
}
