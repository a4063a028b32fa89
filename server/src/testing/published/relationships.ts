import { makeAsset } from '../factories.ts';
import type { Writer } from './writer.ts';

/** Writes of relationships, links and structures. */
export async function writeRelationships({ db, write }: Writer): Promise<void> {
  const fields = { caption: 'Feeds', cardinality: 'one-many', fromCaption: 'Feeds', toCaption: 'Fed by' };
  const feeds = await write('POST /api/relationships', [], {
    ...fields,
    name: 'feeds',
    fromType: 'asset',
    toType: 'asset',
  });
  await write('PUT /api/relationships/:name', ['feeds'], {
    ...fields,
    caption: 'Feeding',
    version: feeds.version,
  });
  const [fromId, toId] = [await makeAsset(db), await makeAsset(db)];
  const [link] = await write('POST /api/links', [], { relationship: 'feeds', links: [{ fromId, toId }] });
  await write('POST /api/links/remove', [], { ids: [link.id] });
  const structure = await write('POST /api/structures', [], {
    name: 'supply',
    caption: 'Supply',
    relationships: ['feeds'],
  });
  await write('PUT /api/structures/:name', ['supply'], {
    caption: 'Supplies',
    relationships: ['feeds', 'asset-location'],
    version: structure.version,
  });
  await write('POST /api/settings/user/structure', [], { name: 'supply' });
  await write('DELETE /api/structures/:name', ['supply']);
  await write('DELETE /api/relationships/:name', ['feeds']);
}
