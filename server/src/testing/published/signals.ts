import { importAssets } from '../../modules/assets/asset-import/jobs.ts';
import { recalculateTag } from '../../modules/protections/evaluation/jobs.ts';
import { importPoints } from '../../modules/signals/point-import/jobs.ts';
import { importTags } from '../../modules/signals/tag-import/jobs.ts';
import { mapTagAliases, previewMapping } from '../../modules/twins/alias/jobs.ts';
import { importWork } from '../../modules/work/work-import/jobs.ts';
import { makeAsset, makeTag, makeTwin } from '../factories.ts';
import type { Writer } from './writer.ts';

/** Writes of assets and their files. */
export async function writeAssets({ db, write, ask, carryOut }: Writer): Promise<void> {
  const asset = await write('POST /api/assets', [], { uniqueId: 'A-1', assetName: 'Pump' });
  const renamed = await write('PUT /api/assets/:id', [asset.id], {
    uniqueId: 'A-1',
    assetName: 'Pump 1',
    version: asset.version,
  });
  const parent = await write('POST /api/assets', [], { uniqueId: 'HALL', assetName: 'Hall' });
  await write('PUT /api/assets/:id/parent', [asset.id], { parentId: parent.id, version: renamed.version });
  const entry = await db.selectFrom('taxonomy_entry').selectAll().executeTakeFirstOrThrow();
  const [first] = await ask('GET', '/api/assets/taxonomy/list');
  await write('PUT /api/assets/:id/taxonomy', [asset.id], {
    id: asset.id,
    categoryId: first.category.id,
    classId: null,
    typeId: null,
  });
  await write('PUT /api/assets/:id/mtbf/calc', [asset.id]);
  const { commandId } = await write('POST /api/assets/imports', [], undefined, {
    file: { name: 'assets.csv', content: 'Unique id,Name\nA-2,Fan' },
  });
  await carryOut(commandId, { 'import-assets': importAssets });
  await write('POST /api/assets/imports/:commandId/run', [commandId]);
  await write('PUT /api/library/models/mtbf/:id', [entry.id], {
    mtbfDays: 1000,
    shape: 2,
    source: 'Handbook',
    version: null,
  });
  await write('DELETE /api/library/models/mtbf/:id', [entry.id]);
  await write('POST /api/library/models/mtbf/import', [], undefined, {
    file: {
      name: 'benchmarks.csv',
      content:
        'Category,Class,Type,MTBF (days),Shape,Score,Source\nRotating,Pumps,Rotary,1200,1.2,90,Our own work',
    },
  });
  await write('DELETE /api/assets/:id', [asset.id]);
}

/** Writes of tags, their points, and the inputs that are mapped to them. */
export async function writeTags({ db, write, ask, carryOut }: Writer): Promise<void> {
  const [tag] = await write('POST /api/tags', [], [{ name: 'T-1', caption: 'Flow', type: 'data_point' }]);
  await write('PUT /api/tags/:id', [tag.id], { name: 'T-1', caption: 'Heater flow', version: tag.version });
  const point = { time: '2024-01-01T00:00:00Z', value: 1 };
  await write('POST /api/data-points', [], [{ tagId: tag.id, points: [point] }]);
  await write('POST /api/tags/:id/data-points', [tag.id], [{ ...point, time: '2024-01-02T00:00:00Z' }]);
  await write('DELETE /api/tags/:id/data-points', [tag.id]);
  const [calculated] = await write(
    'POST /api/tags',
    [],
    [
      {
        name: 'C-1',
        caption: 'Double',
        type: 'calculated',
        logic: 'RETURN [x] * 2',
        aliases: [{ name: 'x', mappedTagId: tag.id }],
      },
    ],
  );
  // Its creation has queued the calculation of all points.
  const { recalculationJobStatus } = await ask('GET', `/api/tags/${calculated.id}`);
  await carryOut(recalculationJobStatus.commandId, { 'recalculate-tag': recalculateTag });
  await write('POST /api/tags/:id/recalculate', [calculated.id]);
  const points = await write('POST /api/imports', [], undefined, {
    file: { name: 'points.csv', content: 'time,T-1\n2024-01-01T00:00:00Z,1' },
  });
  await write('POST /api/commands/:commandId/cancel', [points.commandId]);
  await carryOut(points.commandId, { 'import-data-points': importPoints });
  const { commandId } = await write('POST /api/tags/imports', [], undefined, {
    file: { name: 'tags.csv', content: 'Name,Caption\nT-2,Heat' },
  });
  await carryOut(commandId, { 'import-tags': importTags });
  await write('POST /api/tags/imports/:commandId/run', [commandId]);

  // The tag's caption names the asset, so that no other tag matches equally well.
  const assetId = await makeAsset(db, { uniqueId: 'HEATER', assetName: 'Heater' });
  const twinId = await makeTwin(db, { assetId });
  const alias = await write('POST /api/tag-aliases', [], { twinId, name: 'Flow' });
  const mapped = await write('PUT /api/tag-aliases/:id', [alias.id], {
    name: 'Flow',
    mappedTagId: tag.id,
    version: alias.version,
  });
  await write(
    'POST /api/tag-aliases/modifications',
    [],
    [{ flag: 'UPDATE', model: { id: alias.id, name: 'Flow', mappedTagId: null, version: mapped.version } }],
  );
  const preview = await write('POST /api/tag-aliases/mappings', [], { twinIds: [twinId], minimumScore: 0 });
  await carryOut(preview.commandId, { 'preview-mapping': previewMapping });
  const applied = await write('POST /api/tag-aliases/mappings/:commandId/apply', [preview.commandId], {});
  await carryOut(applied.commandId, { 'map-tag-aliases': mapTagAliases });
  await write('POST /api/tag-aliases/mappings/:commandId/undo', [applied.commandId]);
  const review = { tag_alias_id: alias.id, old_unit: 'bar', new_unit: 'kPa' };
  await db.insertInto('input_unit_review').values(review).execute();
  await write('PUT /api/tag-aliases/unit-reviews/:id', [alias.id], { isReviewed: true });
  await write('DELETE /api/tag-aliases/:id', [alias.id]);
  await write('DELETE /api/tags/:id', [calculated.id]);
}

/** Writes of work. */
export async function writeWork({ db, write, carryOut }: Writer): Promise<void> {
  const tagId = await makeTag(db, { type: 'work', name: 'W-1' });
  const work = await write('POST /api/work', [], { tagId, name: 'Service', kind: 'preventive' });
  await write('PUT /api/work/:id', [work.id], {
    name: 'Service 1',
    kind: 'preventive',
    version: work.version,
  });
  const { commandId } = await write('POST /api/work/imports', [], undefined, {
    file: { name: 'work.csv', content: 'Tag,Number,Name\nW-1,1,Repair' },
  });
  await carryOut(commandId, { 'import-work': importWork });
  await write('POST /api/work/imports/:commandId/run', [commandId]);
  await write('DELETE /api/work/:id', [work.id]);
}
