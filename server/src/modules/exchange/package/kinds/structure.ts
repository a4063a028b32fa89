import { newStructure } from '@twinward/contracts/records/structure';
import type { z } from 'zod';
import {
  createStructure,
  deleteStructure,
  getStructure,
  updateStructure,
} from '../../../records/structure/service.ts';
import { defineKind, readEach } from '../kind.ts';

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
  read: ({ actor }, keys) =>
    readEach(keys, async (key) => {
      const { name, caption, description, relationships } = await getStructure(actor.tenant.db, key);
      return { name, caption, description, relationships: relationships.map((one) => one.name) };
    }),
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
