import { recordTypes } from '@twinward/contracts/access/access';
import { newGroup } from '@twinward/contracts/access/group';
import type { z } from 'zod';
import { createGroup, deleteGroup, getGroup, updateGroup } from '../../../access/group/service.ts';
import { defineKind, readEach } from '../kind.ts';

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
  read: ({ actor }, keys) =>
    readEach(keys, async (key) => {
      const { name, caption, description, assignedRecordTypes } = await getGroup(actor.tenant.db, key);
      return { name, caption, description, assignedRecordTypes: [...assignedRecordTypes].sort() };
    }),
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
