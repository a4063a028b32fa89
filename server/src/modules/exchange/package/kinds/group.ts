import { recordTypes } from '@twinward/contracts/access/access';
import { newGroup } from '@twinward/contracts/access/group';
import type { z } from 'zod';
import { createGroup, deleteGroup, getGroup, updateGroup } from '../../../access/group/service.ts';
import { defineKind, orNull } from '../kind.ts';
import { selectKeys } from '../store.ts';

/** Members are not exported. */
const schema = newGroup.omit({ userIds: true }).required();
type GroupRecord = z.infer<typeof schema>;

/** Groups without their members, by name. */
export const groupKind = defineKind<GroupRecord>({
  name: 'group',
  caption: 'Groups',
  access: 'users',
  schema,
  toKey: ({ name }) => name,
  listReferences: ({ assignedRecordTypes }) =>
    assignedRecordTypes.flatMap((key, place) =>
      (recordTypes as readonly string[]).includes(key)
        ? []
        : [{ kind: 'record-type', key, path: `assignedRecordTypes.${place}` }],
    ),
  listKeys: ({ actor }) => selectKeys(actor.tenant.db, 'group'),
  async read({ actor }, keys) {
    const records = new Map<string, GroupRecord>();
    for (const key of keys) {
      const group = await orNull(getGroup(actor.tenant.db, key));
      if (!group) continue;
      const { name, caption, description, assignedRecordTypes } = group;
      records.set(key, { name, caption, description, assignedRecordTypes: [...assignedRecordTypes].sort() });
    }
    return records;
  },
  async create({ actor }, record) {
    await createGroup(actor, record);
  },
  async update({ actor }, { name, ...change }) {
    await updateGroup(actor, name, change);
  },
  async delete({ actor }, key) {
    await deleteGroup(actor, key);
  },
});
