import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { returnsFile } from '../core/content-types.ts';
import { createPaging, filter, listBody, listCall, paging } from '../core/list.ts';
import { id, idParameter, idsParameter, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { fieldChanges, fieldValues, recordIdentifier } from './field.ts';

const defineRoute = routeGroup('Records');

/** The user who created or updated a record; null for the system and for deleted users. */
const recordUser = z.object({ id, userName: z.string() }).nullable();

export const record = z
  .object({
    id,
    type: z.string().describe('Identifier of the record type'),
    title: z.string().describe('Title shown wherever the record is listed'),
    state: z.string().nullable().describe('State; null if the type has no states'),
    fields: fieldValues.describe('Values by name of the field; fields without a value are absent'),
    captions: z
      .record(z.string(), z.record(z.string(), z.string()))
      .describe('Captions of ids in fields: by name of the field, then by id'),
    incomplete: z
      .array(z.string())
      .describe(
        'Required fields without a value, if they became required later; the next save must set them',
      ),
    createdAt: z.iso.datetime(),
    createdBy: recordUser,
    updatedAt: z.iso.datetime(),
    updatedBy: recordUser,
    version,
  })
  .meta({ id: 'Record' });
export type CustomRecord = z.infer<typeof record>;

export const newRecord = z.strictObject({ fields: fieldChanges.default({}) }).meta({ id: 'NewRecord' });
export type NewRecord = z.infer<typeof newRecord>;

export const recordChange = z
  .strictObject({ fields: fieldChanges, version: version.describe('Version of the record that you edited') })
  .meta({ id: 'RecordChange' });
export type RecordChange = z.infer<typeof recordChange>;

export const typeParams = z.object({ type: z.string().max(100) });
export const recordParams = typeParams.extend({ id: idParameter });

/** The maximum total that a list counts; if there are more, `cappedHeader` is true and the total is this number. */
export const maximumTotal = 100_000;

const listFields =
  'Fields: Id, Title, State, Incomplete, CreatedAt, UpdatedAt, CreatedById, UpdatedById, and fields.{name} for a field of the type';

export const listRecords = defineRoute('POST /api/records/:type/filters', {
  access: 'signed-in',
  summary: `List the records of a type. The total is exact up to 100,000; above, the header x-paging-total-capped is true. ${listFields}`,
  params: typeParams,
  ...listCall,
  response: z.array(record),
});

export const getRecord = defineRoute('GET /api/records/:type/:id', {
  access: 'signed-in',
  summary: 'Get a record',
  params: recordParams,
  response: record,
});

export const findRecord = defineRoute('GET /api/records/:id', {
  access: 'signed-in',
  summary: 'Get a record of any type that the user may read, by id',
  response: record,
});

export const rollUps = z
  .object({
    id,
    fields: fieldValues.describe('Values by name of the field; roll-ups without a value are absent'),
  })
  .meta({ id: 'RollUps' });
export type RollUps = z.infer<typeof rollUps>;

export const listRollUps = defineRoute('GET /api/roll-ups/:type', {
  access: 'signed-in',
  summary:
    "List the values of the roll-ups of records. Calls for system types, such as assets, don't include them",
  params: typeParams,
  query: z.object({ id: idsParameter }),
  response: z.array(rollUps),
});

export const createRecord = defineRoute('POST /api/records/:type', {
  access: 'signed-in',
  summary: 'Create a record',
  params: typeParams,
  body: newRecord,
  status: 201,
  response: record,
});

export const updateRecord = defineRoute('PUT /api/records/:type/:id', {
  access: 'signed-in',
  summary: 'Update a record. Returns 409 with the current record if the version is outdated',
  params: recordParams,
  body: recordChange,
  response: record,
});

export const transitionRecord = defineRoute('POST /api/records/:type/:id/transition', {
  access: 'signed-in',
  summary: 'Change the state of a record',
  params: recordParams,
  body: z.strictObject({ to: recordIdentifier, version }),
  response: record,
});

export const deleteRecord = defineRoute('DELETE /api/records/:type/:id', {
  access: 'signed-in',
  summary: 'Delete a record that no other record refers to, with its attachments',
  params: recordParams,
});

export const maximumBulkRecords = 10_000;

export const changeRecords = defineRoute('POST /api/records/:type/changes', {
  access: 'signed-in',
  summary:
    'Set fields of many records, or delete them, as a command. Refused records are unchanged and counted. For system types, such as asset, only further fields can be set, and deletion follows the rules of the type',
  params: typeParams,
  body: z
    .strictObject({
      ids: z.array(id).min(1, 'Please choose at least one record.').max(maximumBulkRecords),
      fields: fieldChanges.optional(),
      delete: z.literal(true).optional(),
    })
    .refine(
      (change) => (change.delete === true) !== Object.keys(change.fields ?? {}).length > 0,
      'Please give the fields to set, or choose to delete.',
    )
    .meta({ id: 'RecordBulkChange' }),
  ...startsCommand,
});

/** A change of a record in readable form: captions of fields, and values as shown. */
export const recordHistoryEntry = z
  .object({
    id: z.number().int(),
    time: z.iso.datetime(),
    userId: z.number().int().nullable().describe('Id of the user; null for changes made by the system'),
    userName: z.string(),
    action: z.enum(['create', 'update', 'delete']),
    old: z.record(z.string(), z.unknown()).nullable(),
    new: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'RecordHistoryEntry' });
export type RecordHistoryEntry = z.infer<typeof recordHistoryEntry>;

export const getRecordHistory = defineRoute('GET /api/records/:type/:id/history', {
  access: 'signed-in',
  summary: 'List the changes of a record with old and new values, latest first',
  params: recordParams,
  query: paging,
  response: z.array(recordHistoryEntry),
  paged: true,
});

/** A record found by a search. */
export const recordSearchResult = z
  .object({ type: z.string(), typeCaption: z.string(), id, title: z.string(), detail: z.string() })
  .meta({ id: 'RecordSearchResult' });
export type RecordSearchResult = z.infer<typeof recordSearchResult>;

export const searchRecords = defineRoute('POST /api/recordsearch', {
  access: 'signed-in',
  reads: true,
  summary:
    'Search all records that the user may read by the words of their titles and texts. Covers at most 2,000 records besides titles that begin with the words. Field: SearchText',
  query: createPaging(50),
  body: z.strictObject({
    filters: z.array(filter).max(100),
    types: z.array(text(100)).max(1000).default([]).describe('Identifiers of record types; empty for all'),
  }),
  response: z.array(recordSearchResult),
  paged: true,
});

/** The maximum number of rows of an export. */
export const maximumExportedRecords = 100_000;

export const exportRecords = defineRoute('POST /api/records/:type/export', {
  access: 'signed-in',
  reads: true,
  summary: `Export a list of records as a file, in the columns of an import. ${listFields}`,
  params: typeParams,
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('xlsx') }),
  body: listBody,
  ...returnsFile('csv', 'xlsx'),
});
