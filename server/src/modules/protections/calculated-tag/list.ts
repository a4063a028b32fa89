import type { CalculatedTag } from '@twinward/contracts/signals/calculated-tag';
import { missingOfCalculatedTag } from '@twinward/domain/rules/completion';
import type { Db } from '../../../platform/database/database.ts';
import { latestPoints } from '../../../series/index.ts';
import { listJobStatuses } from '../../signals/tag/service.ts';
import { listParametersOfTags } from '../../twins/parameter/service.ts';
import { assertTwin } from '../../twins/twin/service.ts';
import { toCompletion, unmappedIn, unsetIn } from './logic.ts';
import { selectCalculatedTags } from './store.ts';

const most = 1000;

/**
 * Lists the calculated tags of a twin's asset by name, each with its completion state.
 * @throws AppError `not-found`.
 */
export async function listCalculatedTags(db: Db, twinId: number): Promise<CalculatedTag[]> {
  await assertTwin(db, twinId);
  const rows = await selectCalculatedTags(db, twinId, most);
  const ids = rows.map(({ id }) => id);
  const latest = await latestPoints(db, ids);
  const parametersByTag = await listParametersOfTags(db, ids);
  const statuses = await listJobStatuses(db, ids);
  return rows.map((row) => {
    const point = latest.get(row.id);
    const parameters = parametersByTag.get(row.id) ?? [];
    const completion = toCompletion(
      row,
      row.aliases.map(({ mapped_tag_id }) => ({ mappedTagId: mapped_tag_id })),
      parameters,
    );
    return {
      id: row.id,
      name: row.name,
      caption: row.caption,
      assetIds: row.asset_ids,
      type: 'calculated',
      isCalculated: true,
      unit: row.unit,
      uomId: row.uom_id,
      completion,
      missing: missingOfCalculatedTag(completion, {
        unmapped: unmappedIn(row.logic, row.aliases),
        unset: unsetIn(row.logic, parameters),
      }),
      error: row.error,
      latestTime: point ? new Date(point.time).toISOString() : null,
      latestValue: point?.value ?? null,
      recalculationJobStatus: statuses.get(row.id)!.recalculationJobStatus,
    };
  });
}
