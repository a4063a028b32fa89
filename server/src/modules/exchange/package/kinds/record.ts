import { namesInTemplate } from '@twinward/domain/records/template';
import { z } from 'zod';
import type { Actor } from '../../../../platform/actor.ts';
import { AppError } from '../../../../platform/errors.ts';
import {
  createRecordsIn,
  deleteRecord,
  getHeldType,
  setStateIn,
  updateRecordIn,
} from '../../../records/record/service.ts';
import { getType, type TypeDefinition } from '../../../records/record-type/service.ts';
import { furtherValues, toFieldChanges, toNamedValues } from '../further-values.ts';
import { defineKind, type NamedReference, orNull } from '../kind.ts';
import { selectRecordsByTitle } from '../store.ts';

const schema = z.strictObject({
  type: z.string().min(1).max(100),
  title: z.string().max(1000),
  state: z.string().max(100).nullable().default(null),
  fields: furtherValues,
  references: z
    .array(
      z.strictObject({ field: z.string().max(100), type: z.string().max(100), title: z.string().max(1000) }),
    )
    .max(1000)
    .default([])
    .describe('The custom records that fields name'),
});
type RecordRecord = z.infer<typeof schema>;

const toKey = ({ type, title }: { type: string; title: string }): string => `${type}/${title}`;

/** Names of types contain no slash. */
const splitKey = (key: string): { type: string; title: string } => ({
  type: key.slice(0, key.indexOf('/')),
  title: key.slice(key.indexOf('/') + 1),
});

function groupByType(keys: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const { type, title } = splitKey(key);
    groups.set(type, [...(groups.get(type) ?? []), title]);
  }
  return groups;
}

/** Returns the field of a title whose values each database assigns itself; null if none exists. */
function drawnField({ titleTemplate, fields }: TypeDefinition): string | null {
  const names = namesInTemplate(titleTemplate);
  // Without a template, the first text or number is the title.
  const first = fields.find(({ kind, deprecated }) => ['text', 'auto-number'].includes(kind) && !deprecated);
  const shown = titleTemplate === '' ? [first] : fields.filter(({ name }) => names.includes(name));
  return shown.find((field) => field?.kind === 'auto-number')?.caption ?? null;
}

async function findId({ tenant }: Actor, key: string): Promise<number | null> {
  const { type, title } = splitKey(key);
  const rows = await selectRecordsByTitle(tenant.db, type, [title]);
  if (rows.length > 1)
    throw new AppError('conflict', `${rows.length} records in this database have the title ${title}.`);
  return rows[0]?.id ?? null;
}

const collectReferences = (
  type: TypeDefinition,
  fields: RecordRecord['fields'],
): RecordRecord['references'] =>
  type.fields.flatMap((field) => {
    const title = fields[field.name];
    return field.kind === 'reference' && typeof title === 'string'
      ? [{ field: field.name, type: field.recordType, title }]
      : [];
  });

/** Records of custom types, by type and title. */
export const recordKind = defineKind<RecordRecord>({
  name: 'record',
  caption: 'Records of custom types',
  access: 'recordTypes',
  schema,
  toKey,
  listReferences: ({ type, references }): NamedReference[] => [
    { kind: 'record-type', key: type, path: 'type' },
    ...references.map((one, place) => ({
      kind: 'record',
      key: toKey(one),
      path: `references.${place}`,
      // A system record has another key; the field says whether it exists here.
      optional: true as const,
    })),
  ],
  async listRefused({ actor }, keys) {
    const { db } = actor.tenant;
    const refused = new Map<string, string>();
    for (const [name, titles] of groupByType(keys)) {
      const type = await getType(db, name);
      const drawn = drawnField(type);
      const rows = await selectRecordsByTitle(db, name, titles);
      for (const title of titles) {
        const count = rows.filter((row) => row.title === title).length;
        if (drawn !== null)
          refused.set(
            toKey({ type: name, title }),
            `Its title contains ${drawn}, which differs in each database.`,
          );
        else if (count > 1) refused.set(toKey({ type: name, title }), `${count} records have this title.`);
      }
    }
    return refused;
  },
  async read({ actor }, keys) {
    const { db } = actor.tenant;
    const records = new Map<string, RecordRecord>();
    for (const [name, titles] of groupByType(keys)) {
      const type = await orNull(getType(db, name));
      if (!type) continue;
      const rows = await selectRecordsByTitle(db, name, titles);
      const values = await toNamedValues(
        db,
        type.fields,
        rows.map(({ fields }) => fields),
      );
      for (const [place, { title, state }] of rows.entries()) {
        const fields = values[place]!;
        const record = { type: name, title, state, fields, references: collectReferences(type, fields) };
        records.set(toKey(record), record);
      }
    }
    return records;
  },
  async create({ actor }, record) {
    const { db } = actor.tenant;
    const type = await getHeldType(db, actor, record.type);
    const [id] = await createRecordsIn(db, actor, type, [
      await toFieldChanges(db, type.fields, record.fields),
    ]);
    await assertTitle(actor, record, id!);
    await setStateIn(db, actor, type, id!, record.state);
  },
  async update({ actor }, record) {
    const { db } = actor.tenant;
    const type = await getHeldType(db, actor, record.type);
    const id = (await findId(actor, toKey(record)))!;
    await updateRecordIn(db, actor, type, id, await toFieldChanges(db, type.fields, record.fields), null);
    await assertTitle(actor, record, id);
    await setStateIn(db, actor, type, id, record.state);
  },
  async delete({ actor }, key) {
    const id = await findId(actor, key);
    if (id !== null) await deleteRecord(actor, splitKey(key).type, id);
  },
});

/** @throws AppError `conflict` if the fields of a record give another title. */
async function assertTitle(actor: Actor, record: RecordRecord, id: number): Promise<void> {
  if ((await findId(actor, toKey(record))) === id) return;
  throw new AppError('conflict', `title: its fields result in another title than ${record.title}.`);
}
