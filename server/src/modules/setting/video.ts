import { type VideoSettings, videoSettings } from '@twinward/contracts/setting';
import { maximumLength } from '@twinward/domain/rules/field-rules';
import { unlessEmpty } from '@twinward/domain/rules/rule';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { assertRules } from '../../platform/rules.ts';
import { recordAudit } from '../audit/service.ts';
import { readSystemSetting, type Setting, writeSystemSetting } from './service.ts';

const setting: Setting<VideoSettings> = { name: 'video', schema: videoSettings, initial: { path: '' } };

const folder = unlessEmpty((path: string) =>
  /^(https?:\/\/|\/(?!\/))\S+$/.test(path) ? null : 'Please enter an address, or a path that begins with /.',
);

export function readVideoSettings(db: Db): Promise<VideoSettings> {
  return readSystemSetting(db, setting);
}

/** @throws AppError `invalid-request` for what is no address. */
export async function changeVideoSettings(actor: Actor, change: VideoSettings): Promise<VideoSettings> {
  assertRules(change, { path: [maximumLength(300), folder] });
  return actor.tenant.db.transaction().execute(async (transaction) => {
    const old = await readVideoSettings(transaction);
    await writeSystemSetting(transaction, setting, change);
    await recordAudit(transaction, actor, {
      action: 'update',
      entityType: 'setting',
      entityId: setting.name,
      entityName: setting.name,
      old,
      new: change,
    });
    return change;
  });
}
