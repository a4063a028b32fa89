import type { IdsByCaption } from '@twinward/domain/records/kinds';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';

/** An item of a list, with every property that can identify it in a file. */
export interface ListItemRow {
  list: string;
  id: number;
  caption: string;
  category: string | null;
  value: string;
  isDeprecated: boolean;
}

/** Maps between the items of one list and the texts that identify them in files. */
export interface ItemNames {
  getName(id: number): string | undefined;
  /** Ids by text in lower case. */
  ids: IdsByCaption;
}

/**
 * The texts that can identify an item, shortest first. Items can share a caption, if their category, value or case
 * differs.
 */
const listForms = ({ id, caption, category, value }: ListItemRow): string[] => [
  caption,
  `${caption} (${category ?? value})`,
  `${caption} (${category === null ? value : `${category}, ${value}`})`,
  `${caption} (#${id})`,
];
const formCount = 4;

/**
 * Assigns to each item of a list the shortest text that identifies only this item. A text that is a shorter form of one
 * item and a longer form of another means the former. If several items share a form, it means the only one that is not
 * deprecated.
 */
export function namesOfItems(items: readonly ListItemRow[]): ItemNames {
  const meanings = new Map<string, ListItemRow[]>();
  for (let form = 0; form < formCount; form++) {
    const found = new Map<string, ListItemRow[]>();
    for (const item of items) {
      const text = listForms(item)[form]!.toLowerCase();
      if (!meanings.has(text)) found.set(text, [...(found.get(text) ?? []), item]);
    }
    for (const [text, named] of found) {
      const usable = named.filter(({ isDeprecated }) => !isDeprecated);
      meanings.set(text, usable.length > 0 ? usable : named);
    }
  }
  const names = new Map(
    items.map((item) => {
      const forms = listForms(item);
      const means = (text: string) => {
        const named = meanings.get(text.toLowerCase())!;
        return named.length === 1 && named[0] === item;
      };
      return [item.id, forms.find(means) ?? forms[formCount - 1]!];
    }),
  );
  const toMeaning = (named: readonly ListItemRow[]) =>
    named.length === 1 ? named[0]!.id : named.map(({ id }) => names.get(id)!);
  return {
    getName: (id) => names.get(id),
    ids: new Map(Array.from(meanings, ([text, named]) => [text, toMeaning(named)])),
  };
}

/** Reads the items of a list, with the texts that identify them. */
export const readItemNames = async (db: Db, list: string): Promise<ItemNames> =>
  namesOfItems(await selectItems(db, sql`value_list.name = ${list}`));

/** Returns the names of items of a list by id, as files contain them: usually their captions. */
export async function readItemCaptions(
  db: Db,
  list: string,
  ids: readonly number[],
): Promise<{ id: number; caption: string }[]> {
  const items = await selectItems(
    db,
    sql`value_list.name = ${list} and value_list_item.id = any(${ids}::int[])`,
  );
  if (!items.some(({ isShared }) => isShared)) return items;
  const { getName } = await readItemNames(db, list);
  return items.map(({ id, caption }) => ({ id, caption: getName(id) ?? caption }));
}

async function selectItems(
  db: Db,
  condition: ReturnType<typeof sql<SqlBool>>,
): Promise<(ListItemRow & { isShared: boolean })[]> {
  return db
    .selectFrom('value_list_item')
    .innerJoin('value_list', 'value_list.id', 'value_list_item.list_id')
    .select([
      'value_list.name as list',
      'value_list_item.id',
      'value_list_item.caption',
      'value_list_item.category',
      'value_list_item.value',
      'value_list_item.is_deprecated as isDeprecated',
      sql<boolean>`exists (select from value_list_item as other where other.list_id = value_list_item.list_id
        and other.id <> value_list_item.id and lower(other.caption) = lower(value_list_item.caption))`.as(
        'isShared',
      ),
    ])
    .where(condition)
    .orderBy('value_list_item.position')
    .execute();
}
