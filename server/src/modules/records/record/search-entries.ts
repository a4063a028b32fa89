import type { FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import { valueIn } from '@twinward/domain/records/conditions';
import { type FieldCaptions, showValue } from '@twinward/domain/records/show';
import type { Db } from '../../../platform/database/database.ts';
import { type SearchEntry, toSearchType, upsertSearchEntries } from '../../system/search/service.ts';
import type { TypeDefinition } from '../record-type/service.ts';
import { listSharedFields } from './shared-texts.ts';

/** Kinds whose values are searched. Numbers and dates are only filtered. */
const searched = new Set<FieldDefinition['kind']>([
  ...(['text', 'long-text', 'auto-number', 'list-item', 'list-items', 'user', 'reference'] as const),
]);
/** Whether the search covers the values of a field. */
export const isSearched = ({ kind, deprecated }: FieldDefinition): boolean =>
  searched.has(kind) && !deprecated;

/** Maximum length of the searched text, in characters. */
const maximumText = 4000;

export interface SearchableRecord {
  id: number;
  title: string;
  fields: FieldValues;
}

/** Adds or replaces the search entries of records. */
export async function indexRecords(
  db: Db,
  type: TypeDefinition,
  records: readonly SearchableRecord[],
  captions: FieldCaptions,
): Promise<void> {
  const own = (await listSharedFields(db, type)).filter(isSearched);
  await upsertSearchEntries(
    db,
    records.map(({ id, title, fields }): SearchEntry => {
      const texts = own
        .map((field) => showValue(field, valueIn(fields, field.name), captions))
        .filter(Boolean);
      return {
        type: toSearchType(type.id),
        id,
        name: title || `${type.caption} ${id}`,
        detail: type.caption,
        text: [title, ...texts].join(' ').slice(0, maximumText),
      };
    }),
  );
}
