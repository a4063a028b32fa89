import { newStructure } from '@twinward/contracts/records/structure';
import type { z } from 'zod';
import {
  createStructure,
  deleteStructure,
  getStructure,
  updateStructure,
} from '../../../records/structure/service.ts';
import { defineKind, orNull } from '../kind.ts';
import { selectKeys } from '../store.ts';

type StructureRecord = z.infer<typeof newStructure>;

/** Structures, by name. */
export const structureKind = defineKind<StructureRecord>({
  name: 'structure',
  caption: 'Structures',
  access: 'system',
  schema: newStructure,
  toKey: ({ name }) => name,
  listReferences: ({ relationships }) =>
    relationships.map((key, place) => ({ kind: 'relationship', key, path: `relationships.${place}` })),
  listKeys: ({ actor }) => selectKeys(actor.tenant.db, 'structure'),
  async read({ actor }, keys) {
    const records = new Map<string, StructureRecord>();
    for (const key of keys) {
      const structure = await orNull(getStructure(actor.tenant.db, key));
      if (!structure) continue;
      const { name, caption, description, relationships } = structure;
      const names = relationships.map((relationship) => relationship.name);
      records.set(key, { name, caption, description, relationships: names });
    }
    return records;
  },
  async create({ actor }, record) {
    await createStructure(actor, record);
  },
  async update({ actor }, { name, ...change }) {
    const { version } = await getStructure(actor.tenant.db, name);
    await updateStructure(actor, name, { ...change, version });
  },
  async delete({ actor }, key) {
    await deleteStructure(actor, key);
  },
});
