import { newRelationship } from '@twinward/contracts/records/relationship';
import type { z } from 'zod';
import {
  createRelationship,
  deleteRelationship,
  getRelationship,
  updateRelationship,
} from '../../../records/relationship/service.ts';
import { defineKind, readEach, refuseFixed } from '../kind.ts';

type RelationshipRecord = z.infer<typeof newRelationship>;

/** Relationships, by name. */
export const relationshipKind = defineKind<RelationshipRecord>({
  name: 'relationship',
  caption: 'Relationships',
  access: 'recordTypes',
  schema: newRelationship,
  toKey: ({ name }) => name,
  listReferences: ({ fromType, toType }) => [
    { kind: 'record-type', key: fromType, path: 'fromType' },
    { kind: 'record-type', key: toType, path: 'toType' },
  ],
  read: ({ actor }, keys) =>
    readEach(keys, async (key) => {
      const relationship = await getRelationship(actor.tenant.db, key);
      const { standard: _, linkCount: __, structures: ___, version: ____, ...record } = relationship;
      return record;
    }),
  async create({ actor }, record) {
    await createRelationship(actor, record);
  },
  async update({ actor }, record, before) {
    refuseFixed(record, before, ['fromType', 'toType']);
    const { name, fromType: _, toType: __, ...change } = record;
    const { version } = await getRelationship(actor.tenant.db, name);
    await updateRelationship(actor, name, { ...change, version });
  },
  async delete({ actor }, key) {
    await deleteRelationship(actor, key);
  },
});
