import type { CalculationInput } from '@twinward/contracts/twins/tag-alias';
import type { Db } from '../../../platform/database/database.ts';
import { getTagType } from '../../signals/tag/service.ts';
import { listAliasRows, maximumAliases } from '../../twins/alias/service.ts';
import { assertTwin } from '../../twins/twin/service.ts';
import { findCycle } from './cycle.ts';

/**
 * Lists the names that the logic of a twin's calculated tags can use: the twin's mapped aliases of points.
 * @param tagId the calculated tag, to mark inputs that would close a cycle.
 * @throws AppError `not-found` for an unknown twin or tag.
 */
export async function listCalculationInputs(
  db: Db,
  twinId: number,
  tagId: number | undefined,
): Promise<CalculationInput[]> {
  await assertTwin(db, twinId);
  const tag = tagId === undefined ? null : await getTagType(db, tagId);
  const inputs: CalculationInput[] = [];
  for (const row of await listAliasRows(db, { twinId }, maximumAliases)) {
    if (row.type !== 'data_point' || row.mapped_tag_id === null) continue;
    const { name, mapped_tag_id: mappedTagId } = row;
    const isCalculated = row.mapped_tag_type === 'calculated';
    const cycle =
      tag && isCalculated
        ? await findCycle(db, { ...tag, logic: `[${name}]` }, new Map([[name, { tagId: mappedTagId }]]))
        : null;
    inputs.push({
      name,
      mappedTagId,
      mappedTagName: row.mapped_tag_name!,
      isCalculated,
      unit: row.unit,
      description: row.description,
      cycle: cycle?.message ?? null,
    });
  }
  return inputs;
}
