import { importList } from '../../modules/jobs/list-import/jobs.ts';
import type { Writer } from './writer.ts';

/** Writes of lists of values. */
export async function writeLists({ write, carryOut }: Writer): Promise<void> {
  const list = await write('POST /api/lists', [], {
    name: 'AREAS',
    configuration: { items: [{ value: 'N', caption: 'North' }] },
  });
  const items = [...list.configuration.items, { value: 'S', caption: 'South' }];
  const changed = await write('PUT /api/lists/:id', [list.id], {
    description: 'Areas',
    configuration: { ...list.configuration, items },
    version: list.version,
  });
  const [north, south] = changed.configuration.items;
  await write('POST /api/lists/:id/items/:itemId/replace', [list.id, north.id], {
    by: south.id,
    version: changed.version,
  });
  const { commandId } = await write('POST /api/lists/imports', [], undefined, {
    file: { name: 'areas.csv', content: 'Value,Caption\nE,East', fields: { listId: String(list.id) } },
  });
  await carryOut(commandId, { 'import-list': importList });
  await write('POST /api/lists/imports/:commandId/run', [commandId]);
  await write('DELETE /api/lists/:id', [list.id]);
}

/** Writes of units and their categories. */
export async function writeUnits({ write }: Writer): Promise<void> {
  const category = await write('POST /api/uom/categories', [], { name: 'Thickness' });
  await write('PUT /api/uom/categories/:id', [category.id], {
    name: 'Wall thickness',
    version: category.version,
  });
  const fields = { categoryId: category.id, code: 'ply', name: 'ply', abbreviation: 'ply' };
  const ply = await write('POST /api/uom/units', [], fields);
  const layer = await write('POST /api/uom/units', [], {
    ...fields,
    code: 'layer',
    name: 'layer',
    abbreviation: 'layer',
  });
  const changed = await write('PUT /api/uom/units/:id', [layer.id], { ...layer, description: 'A layer' });
  await write('POST /api/settings/system/units', [], { units: { [category.id]: layer.id } });
  await write('POST /api/uom/units/:id/replace', [layer.id], { by: ply.id, version: changed.version });
  for (const { id } of [layer, ply]) await write('DELETE /api/uom/units/:id', [id]);
  await write('DELETE /api/uom/categories/:id', [category.id]);
}
