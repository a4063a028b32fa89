import { z } from 'zod';
import { commandReference } from '../core/command.ts';
import { contentTypes } from '../core/content-types.ts';
import { filter, listBody, paging, pagingOf } from '../core/list.ts';
import { id, idParameter, idsParameter, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { fieldChanges, fieldValues, recordIdentifier } from './field.ts';

const tag = 'Records';

/** Who made or changed a record; null for the system, and for users that were deleted. */
const userOf = z.object({ id, userName: z.string() }).nullable();

export const record = z
  .object({
    id,
    type: z.string().describe('Identifier of its type'),
    title: z.string().describe('Names it everywhere'),
    state: z.string().nullable().describe('Null where the type has no states'),
    fields: fieldValues.describe('By the name of the field; a field without a value is absent'),
    captions: z
      .record(z.string(), z.record(z.string(), z.string()))
      .describe('Of fields that hold ids: by the name of the field, the caption of each id'),
    incomplete: z
      .array(z.string())
      .describe(
        'Required fields without a value: they were made required later, and the next save asks for them',
      ),
    createdAt: z.iso.datetime(),
    createdBy: userOf,
    updatedAt: z.iso.datetime(),
    updatedBy: userOf,
    version,
  })
  .meta({ id: 'Record' });
export type CustomRecord = z.infer<typeof record>;

export const newRecord = z.strictObject({ fields: fieldChanges.default({}) }).meta({ id: 'NewRecord' });
export type NewRecord = z.infer<typeof newRecord>;

export const recordChange = z
  .strictObject({ fields: fieldChanges, version: version.describe('Of the record that was changed') })
  .meta({ id: 'RecordChange' });
export type RecordChange = z.infer<typeof recordChange>;

export const typeParams = z.object({ type: z.string().max(100) });
export const recordParams = typeParams.extend({ id: idParameter });

/** The greatest total that a list counts; of more, `cappedHeader` is true and the total is this. */
export const maximumTotal = 100_000;

const listFields =
  'Fields: Id, Title, State, Incomplete, CreatedAt, UpdatedAt, CreatedById, UpdatedById, and fields.{name} for a field of the type';

export const listRecords = defineRoute({
  method: 'POST',
  path: '/api/records/:type/filters',
  access: 'signed-in',
  tag,
  summary: `Records of a type. The total is exact up to 100,000; of more, the header x-paging-total-capped is true. ${listFields}`,
  params: typeParams,
  query: paging,
  body: listBody,
  response: z.array(record),
  paged: true,
});

export const getRecord = defineRoute({
  method: 'GET',
  path: '/api/records/:type/:id',
  access: 'signed-in',
  tag,
  summary: 'One record',
  params: recordParams,
  response: record,
});

export const findRecord = defineRoute({
  method: 'GET',
  path: '/api/records/:id',
  access: 'signed-in',
  tag,
  summary: 'One record of any type that the user may read',
  params: z.object({ id: idParameter }),
  response: record,
});

export const rollUps = z
  .object({
    id,
    fields: fieldValues.describe('By the name of the field; a roll-up without a value is absent'),
  })
  .meta({ id: 'RollUps' });
export type RollUps = z.infer<typeof rollUps>;

export const listRollUps = defineRoute({
  method: 'GET',
  path: '/api/roll-ups/:type',
  access: 'signed-in',
  tag,
  summary:
    'The values of the roll-ups of records. Calls of the system’s own types, such as assets, answer without them',
  params: typeParams,
  query: z.object({ id: idsParameter }),
  response: z.array(rollUps),
});

export const createRecord = defineRoute({
  method: 'POST',
  path: '/api/records/:type',
  access: 'signed-in',
  tag,
  summary: 'Add a record',
  params: typeParams,
  body: newRecord,
  status: 201,
  response: record,
});

export const updateRecord = defineRoute({
  method: 'PUT',
  path: '/api/records/:type/:id',
  access: 'signed-in',
  tag,
  summary: 'Change a record; a conflict answers with the record as it is now',
  params: recordParams,
  body: recordChange,
  response: record,
});

export const transitionRecord = defineRoute({
  method: 'POST',
  path: '/api/records/:type/:id/transition',
  access: 'signed-in',
  tag,
  summary: 'Bring a record into another state',
  params: recordParams,
  body: z.strictObject({ to: recordIdentifier, version }),
  response: record,
});

export const deleteRecord = defineRoute({
  method: 'DELETE',
  path: '/api/records/:type/:id',
  access: 'signed-in',
  tag,
  summary: 'Delete a record that no other record refers to, with its attachments',
  params: recordParams,
  status: 204,
});

export const maximumBulkRecords = 10_000;

export const changeRecords = defineRoute({
  method: 'POST',
  path: '/api/records/:type/changes',
  access: 'signed-in',
  tag,
  summary:
    'Set fields of many records, or delete them, as a command; those that refuse it stay as they are and are counted. Of the system’s own types, such as asset, their further fields are set, or they are deleted as by the call of the type',
  params: typeParams,
  body: z
    .strictObject({
      ids: z.array(id).min(1, 'Please choose at least one record.').max(maximumBulkRecords),
      fields: fieldChanges.optional(),
      delete: z.literal(true).optional(),
    })
    .refine(
      (change) => (change.delete === true) !== Object.keys(change.fields ?? {}).length > 0,
      'Please give fields to set, or ask to delete.',
    )
    .meta({ id: 'RecordBulkChange' }),
  status: 202,
  response: commandReference,
});

/** A change of a record in readers' terms: captions of fields, and values as they are shown. */
export const recordHistoryEntry = z
  .object({
    id: z.number().int(),
    time: z.iso.datetime(),
    userId: z.number().int().nullable().describe('Null for what the system did by itself'),
    userName: z.string(),
    action: z.enum(['create', 'update', 'delete']),
    old: z.record(z.string(), z.unknown()).nullable(),
    new: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'RecordHistoryEntry' });
export type RecordHistoryEntry = z.infer<typeof recordHistoryEntry>;

export const getRecordHistory = defineRoute({
  method: 'GET',
  path: '/api/records/:type/:id/history',
  access: 'signed-in',
  tag,
  summary: 'The changes of a record, latest first, each with old and new values',
  params: recordParams,
  query: paging,
  response: z.array(recordHistoryEntry),
  paged: true,
});

/** A record that a search found. */
export const recordSearchResult = z
  .object({ type: z.string(), typeCaption: z.string(), id, title: z.string(), detail: z.string() })
  .meta({ id: 'RecordSearchResult' });
export type RecordSearchResult = z.infer<typeof recordSearchResult>;

export const searchRecords = defineRoute({
  method: 'POST',
  path: '/api/recordsearch',
  access: 'signed-in',
  reads: true,
  tag,
  summary:
    'Records of all types that the user may read, by the words of their titles and texts, of at most 2,000 found besides the titles that begin with them. Field: SearchText',
  query: pagingOf(50),
  body: z.strictObject({
    filters: z.array(filter).max(100),
    types: z.array(text(100)).max(1000).default([]).describe('Identifiers of types; none: all'),
  }),
  response: z.array(recordSearchResult),
  paged: true,
});

/** The maximum number of rows of an export. */
export const maximumExportedRecords = 100_000;

export const exportRecords = defineRoute({
  method: 'POST',
  path: '/api/records/:type/export',
  access: 'signed-in',
  reads: true,
  tag,
  summary: `A list of records as a file, in the columns that an import reads. ${listFields}`,
  params: typeParams,
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') }),
  body: listBody,
  response: 'file',
  contentTypes: [contentTypes.csv, contentTypes.xlsx],
});
