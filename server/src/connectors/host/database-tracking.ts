import {
  advanceLiveUntil,
  endBackfill,
  insertBackfill,
  selectLiveUntil,
  selectOpenBackfills,
  selectTagsOfSources,
  updateBackfill,
} from '../../modules/connections/connection/service.ts';
import { listFedTags, recordGap } from '../../modules/signals/intake/service.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Tracking } from './ports.ts';

/** The progress of a group, stored in the database. */
export function trackInDatabase(db: Db, groupId: number): Tracking {
  return {
    liveUntil: () => selectLiveUntil(db, groupId),
    advance: (liveUntil) => advanceLiveUntil(db, groupId, liveUntil),
    async open({ from, to }, sources) {
      const tagIds = sources === null ? null : await selectTagsOfSources(db, groupId, sources);
      if (tagIds?.length === 0) return;
      await insertBackfill(db, { groupId, from, to, tagIds, commandId: null });
    },
    async listBackfills() {
      const rows = await selectOpenBackfills(db, groupId);
      if (rows.length === 0) return [];
      const sourcesByTag = new Map((await listFedTags(db, groupId)).map((tag) => [tag.tagId, tag.source]));
      return rows.map(({ tagIds, ...range }) => ({
        ...range,
        sources: tagIds?.flatMap((tagId) => sourcesByTag.get(tagId) ?? []) ?? null,
      }));
    },
    progress: (id, doneTo, points) => updateBackfill(db, groupId, id, doneTo, points),
    end: (id, error) => endBackfill(db, groupId, id, error),
    gap: (range, sources) => recordGap(db, groupId, sources, range),
  };
}
