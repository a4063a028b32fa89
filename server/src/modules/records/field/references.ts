import type { FieldDefinition, FieldValue, FieldValues } from '@twinward/contracts/records/field';
import { valueIn } from '@twinward/domain/records/conditions';
import { getKind, type IdsByCaption } from '@twinward/domain/records/kinds';
import type { FieldCaptions } from '@twinward/domain/records/show';
import type { Db } from '../../../platform/database/database.ts';
import { type Reference, type ReferencesAsked, referencesAsked } from './events.ts';
import { readItemCaptions, readItemNames } from './list-items.ts';

/** Returns the fields that hold ids. */
const referring = (fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.filter(({ kind }) => getKind(kind).refersTo !== null);

const listPrefix = 'list:';

/** Returns what the ids of a field refer to: `list:` and the name of a list, `user`, or the name of a record type. */
function toTarget(field: FieldDefinition): string {
  if (field.kind === 'list-item' || field.kind === 'list-items') return `${listPrefix}${field.list}`;
  return field.kind === 'reference' ? field.recordType : 'user';
}

const toIds = (value: FieldValue | undefined): number[] =>
  Array.isArray(value) ? value : typeof value === 'number' ? [value] : [];

async function ask(db: Db, asked: ReferencesAsked): Promise<Reference[]> {
  const answers = await referencesAsked.ask(db, asked);
  return answers.flatMap((answer) => answer ?? []);
}

/** Reads the captions of all ids that the fields of records hold. Deleted records have none. */
export async function readCaptions(
  db: Db,
  fields: readonly FieldDefinition[],
  records: readonly FieldValues[],
): Promise<FieldCaptions> {
  const wanted = new Map<string, Set<number>>();
  const own = referring(fields);
  for (const field of own) {
    const target = toTarget(field);
    const ids = wanted.get(target) ?? new Set();
    for (const values of records) for (const id of toIds(valueIn(values, field.name))) ids.add(id);
    wanted.set(target, ids);
  }
  const byTarget = new Map<string, Record<string, string>>();
  for (const [target, ids] of wanted) {
    if (ids.size === 0) continue;
    const found = target.startsWith(listPrefix)
      ? await readItemCaptions(db, target.slice(listPrefix.length), [...ids])
      : await ask(db, { type: target, ids: [...ids] });
    byTarget.set(target, Object.fromEntries(found.map(({ id, caption }) => [id, caption])));
  }
  return Object.fromEntries(
    own.flatMap((field) => {
      const captions = byTarget.get(toTarget(field));
      return captions ? [[field.name, captions]] : [];
    }),
  );
}

/** Selects the captions of one record from those of many. */
export function pickCaptions(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  captions: FieldCaptions,
): Record<string, Record<string, string>> {
  const own: Record<string, Record<string, string>> = {};
  for (const { name } of referring(fields)) {
    const known = captions[name];
    const ids = toIds(valueIn(values, name)).filter((id) => known?.[id] !== undefined);
    if (ids.length > 0) own[name] = Object.fromEntries(ids.map((id) => [id, known![id]!]));
  }
  return own;
}

/** Reads the ids of the users, items and records that cells of a file refer to, by field and text. */
export async function readIds(
  db: Db,
  fields: readonly FieldDefinition[],
  listTexts: (field: FieldDefinition) => Iterable<string>,
): Promise<Map<string, IdsByCaption>> {
  const ids = new Map<string, IdsByCaption>();
  for (const field of referring(fields)) {
    if (field.kind === 'list-item' || field.kind === 'list-items') {
      ids.set(field.name, (await readItemNames(db, field.list)).ids);
      continue;
    }
    const texts = [...new Set(Array.from(listTexts(field), (text) => text.trim()))].filter(Boolean);
    const found = texts.length === 0 ? [] : await ask(db, { type: toTarget(field), texts });
    const isRecord = field.kind === 'reference';
    ids.set(field.name, new Map(found.map(({ id, text }) => [isRecord ? text : text.toLowerCase(), id])));
  }
  return ids;
}
