import type { FieldDefinition } from '@twinward/contracts/records/field';
import { isSystemType, newRecordType } from '@twinward/contracts/records/record-type';
import { readId } from '@twinward/domain/records/kinds';
import { z } from 'zod';
import type { Db } from '../../../../platform/database/database.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import { getPermissions } from '../../../access/user/service.ts';
import { readCaptions, readIds } from '../../../records/field/service.ts';
import {
  createRecordType,
  definedPart,
  deleteRecordType,
  getType,
  type TypeDefinition,
  updateRecordType,
} from '../../../records/record-type/service.ts';
import { defineKind, type KindCall, type NamedReference, orNull, refuseFixed } from '../kind.ts';

/** The fields of a record type, without the ids of items and users. */
const schema = newRecordType.extend({
  defaults: z
    .record(z.string(), z.string())
    .default({})
    .describe('Captions of the items that are the defaults of fields of kind list-item, by field'),
  reminderUsers: z
    .record(z.string(), z.array(z.array(z.string())))
    .default({})
    .describe('User names, by field for each of its reminders'),
});
type TypeRecord = z.infer<typeof schema>;

const withoutIds = (field: FieldDefinition): FieldDefinition => {
  if (field.kind === 'list-item') return { ...field, default: null };
  if (!('reminders' in field)) return field;
  return { ...field, reminders: field.reminders.map((reminder) => ({ ...reminder, userIds: [] })) };
};

async function toRecord(db: Db, type: TypeDefinition): Promise<TypeRecord> {
  const { fields, ...definition } = definedPart(type);
  const defaults: TypeRecord['defaults'] = {};
  const reminderUsers: TypeRecord['reminderUsers'] = {};
  const values = Object.fromEntries(
    fields.flatMap((field) =>
      field.kind === 'list-item' && field.default !== null ? [[field.name, field.default]] : [],
    ),
  );
  const captions = await readCaptions(db, fields, [values]);
  for (const field of fields) {
    const caption = field.kind === 'list-item' && captions[field.name]?.[field.default ?? 0];
    if (caption) defaults[field.name] = caption;
    if (!('reminders' in field) || field.reminders.every(({ userIds }) => userIds.length === 0)) continue;
    reminderUsers[field.name] = await Promise.all(
      field.reminders.map(({ userIds }) => userNames(db, userIds)),
    );
  }
  return { ...definition, fields: fields.map(withoutIds), defaults, reminderUsers };
}

async function userNames(db: Db, ids: readonly number[]): Promise<string[]> {
  const names: string[] = [];
  for (const id of ids) {
    const user = await getPermissions(db, id);
    if (user) names.push(user.userName);
  }
  return names;
}

/** Returns the definition with the ids of this database. */
async function toDefinition(call: KindCall, { defaults, reminderUsers, ...record }: TypeRecord) {
  const ids = await readIds(call.actor.tenant.db, record.fields, () => []);
  const fields: FieldDefinition[] = [];
  for (const field of record.fields) {
    const wanted = defaults[field.name];
    if (field.kind === 'list-item' && wanted !== undefined) {
      const named = readId(wanted, field.kind, ids.get(field.name));
      if ('value' in named) fields.push({ ...field, default: named.value });
      else
        refuseProblems([
          { path: `defaults.${field.name}`, message: `The list ${field.list}: ${named.message}` },
        ]);
    } else if ('reminders' in field) {
      const reminders: typeof field.reminders = [];
      for (const [place, reminder] of field.reminders.entries()) {
        const found: number[] = [];
        for (const name of reminderUsers[field.name]?.[place] ?? []) {
          const id = await call.userId(name);
          if (id !== null) found.push(id);
        }
        reminders.push({ ...reminder, userIds: found });
      }
      fields.push({ ...field, reminders });
    } else fields.push(field);
  }
  return { ...record, fields };
}

function listReferences({ fields, transitions }: TypeRecord): NamedReference[] {
  const group = (key: string, path: string) => ({ kind: 'group', key, path });
  return [
    ...fields.flatMap((field, place): NamedReference[] => {
      const path = `fields.${place}`;
      if ('list' in field) return [{ kind: 'list', key: field.list, path: `${path}.list` }];
      if ('recordType' in field)
        return [
          {
            kind: 'record-type',
            key: field.recordType,
            path: `${path}.recordType`,
            ...(field.kind === 'reference' ? { shallow: true as const } : {}),
          },
        ];
      if ('unit' in field && field.unit !== null)
        return [{ kind: 'unit', key: field.unit, path: `${path}.unit`, optional: true }];
      if ('reminders' in field)
        return field.reminders.flatMap(({ groups }, i) =>
          groups.map((key) => group(key, `${path}.reminders.${i}`)),
        );
      return [];
    }),
    ...transitions.flatMap(({ groups }, place) => groups.map((key) => group(key, `transitions.${place}`))),
  ];
}

const kept = new Set(['text', 'long-text', 'integer', 'money', 'yes-no', 'duration', 'user', 'attachment']);

/** Record types, by name; for system types, only their further fields. */
export const recordTypeKind = defineKind<TypeRecord>({
  name: 'record-type',
  caption: 'Record types',
  access: 'recordTypes',
  schema,
  toKey: ({ name }) => name,
  listReferences,
  listUsers: ({ reminderUsers }) => Object.values(reminderUsers).flat(2),
  async read({ actor }, keys) {
    const { db } = actor.tenant;
    const records = new Map<string, TypeRecord>();
    for (const key of keys) {
      const type = await orNull(getType(db, key));
      if (type) records.set(key, await toRecord(db, type));
    }
    return records;
  },
  async create(call, record) {
    const { name, ...definition } = await toDefinition(call, record);
    await createRecordType(call.actor, { name, ...definition });
  },
  async update(call, record, before) {
    const { name, ...definition } = await toDefinition(call, record);
    if (isSystemType(name)) refuseFixed(record, before, ['caption', 'pluralCaption', 'description', 'icon']);
    const { version } = await getType(call.actor.tenant.db, name);
    await updateRecordType(call.actor, name, { ...definition, version });
  },
  async delete({ actor }, key) {
    await deleteRecordType(actor, key);
  },
  // Types may refer to each other: fields that depend on nothing else are created first.
  toCore: (record) => ({
    ...record,
    titleTemplate: '',
    transitions: [],
    defaults: {},
    reminderUsers: {},
    fields: record.fields
      .filter(({ kind }) => kept.has(kind))
      .map((field) => ({ ...field, shownWhen: null, requiredWhen: null }))
      .map((field) => (field.kind === 'integer' ? { ...field, feeds: null } : field)),
  }),
});
