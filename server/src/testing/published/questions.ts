import type { Writer } from './writer.ts';

/** Writes of queries. */
export async function writeQueries({ write }: Writer): Promise<void> {
  const definition = {
    source: { kind: 'records', type: 'asset' },
    columns: [{ kind: 'aggregate', key: 'n', aggregate: 'count' }],
  };
  const query = await write('POST /api/queries', [], { name: 'Assets', definition });
  await write('PUT /api/queries/:id', [query.id], { name: 'All assets', definition, version: 1 });
  await write('POST /api/queries/:id/versions/:savedVersion/restore', [query.id, 1], { version: 2 });
  const copy = await write('POST /api/queries/:id/copy', [query.id], { name: 'A copy' });
  await write('PUT /api/queries/:id/favorite', [copy.id]);
  await write('DELETE /api/queries/:id/favorite', [copy.id]);
  await write('POST /api/queries/:id/export', [query.id], {});
  await write('DELETE /api/queries/:id', [copy.id]);
}
