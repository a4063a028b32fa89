import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { returnsFile } from '../core/content-types.ts';
import { listCall, paging } from '../core/list.ts';
import { id, idParameter, idParams, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { parameterValues, queryDefinition, queryLengths, queryViews } from './query-definition.ts';
import { queryResult, resultKinds, resultValue } from './query-result.ts';

const defineRoute = routeGroup('Queries');

const sharings = ['private', 'tenant'] as const;
export type Sharing = (typeof sharings)[number];

const changeable = {
  name: requiredText(queryLengths.name),
  description: text(queryLengths.description).default(''),
  folder: text(queryLengths.folder).default('').describe('Folder; nested folders are separated by /'),
  sharing: z
    .enum(sharings)
    .default('private')
    .describe('`tenant` shares it with everybody who may read records'),
  definition: queryDefinition,
};

export const newQuery = z.strictObject(changeable).meta({ id: 'NewQuery' });
export type NewQuery = z.infer<typeof newQuery>;

export const queryChange = newQuery
  .extend({ version: version.describe('Version of the query that you edited') })
  .meta({ id: 'QueryChange' });
export type QueryChange = z.infer<typeof queryChange>;

export const querySummary = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    folder: z.string(),
    sharing: z.enum(sharings),
    source: z.string().describe('Identifier of its record type, or `series`'),
    view: z.enum(queryViews),
    owner: z
      .object({ id, userName: z.string() })
      .nullable()
      .describe('User name of the owner; null if the user was deleted'),
    isFavorite: z.boolean(),
    mayEdit: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    version,
  })
  .meta({ id: 'QuerySummary' });
export type QuerySummary = z.infer<typeof querySummary>;

export const query = querySummary.extend({ definition: queryDefinition }).meta({ id: 'Query' });
export type Query = z.infer<typeof query>;

/** A field that can be used in queries. */
export const queryField = z
  .object({
    name: z.string().describe('Name of the field in paths'),
    caption: z.string(),
    kind: z.enum(resultKinds),
    unit: z.string().nullable().describe('UCUM code of the unit'),
    options: z
      .array(z.object({ value: z.string(), caption: z.string() }))
      .optional()
      .describe('Possible values, if they are fixed'),
    list: z.string().optional().describe('Name of the value list of the field'),
  })
  .meta({ id: 'QueryField' });
export type QueryField = z.infer<typeof queryField>;

/** A relation from a record to others. */
export const queryRelation = z
  .object({
    name: z.string().describe('Name of the relation in paths'),
    caption: z.string(),
    type: z.string().describe('Type of the related records'),
    many: z.boolean().describe('Whether a record can have several related records'),
  })
  .meta({ id: 'QueryRelation' });
export type QueryRelation = z.infer<typeof queryRelation>;

export const queryType = z
  .object({
    name: z.string(),
    caption: z.string(),
    pluralCaption: z.string(),
    isSystem: z.boolean(),
    isSource: z
      .boolean()
      .describe('Whether it can be the source of a query; other types are only available through relations'),
    fields: z.array(queryField),
    relations: z.array(queryRelation),
  })
  .meta({ id: 'QueryType' });
export type QueryType = z.infer<typeof queryType>;

/** A use of a query. */
export const queryUse = z
  .object({
    kind: z.string().describe('Kind of use: dashboard, report, alert or user'),
    id: id.nullable().describe('Id; null if the user may not open it'),
    name: z.string(),
    lastUsedOn: z.iso
      .date()
      .nullable()
      .describe('Last day on which the user ran the query; only for kind user'),
  })
  .meta({ id: 'QueryUse' });
export type QueryUse = z.infer<typeof queryUse>;

export const queryVersion = z
  .object({
    version,
    name: z.string(),
    savedAt: z.iso.datetime(),
    savedBy: z.string().nullable().describe('User name; null if the user was deleted'),
    definition: queryDefinition,
  })
  .meta({ id: 'QueryVersion' });
export type QueryVersion = z.infer<typeof queryVersion>;

/** The options for running a saved query. */
const runBody = z.strictObject({
  parameters: parameterValues.default({}),
  fresh: z
    .boolean()
    .default(false)
    .describe('Whether to run it now instead of returning a result of the last 30 s'),
});

/** The records behind a mark, given by the value of each group column. */
const mark = z
  .record(z.string().max(60), resultValue)
  .describe('Values of the group columns by key, as in the result; for a reference, the value of {key}.id');

const definitionBody = runBody.extend({ definition: queryDefinition });

export const listQueryTypes = defineRoute('GET /api/queries/types', {
  access: 'signed-in',
  summary: 'List the types that queries can use, with the fields and relations that the user may read',
  response: z.array(queryType),
});

export const listQueries = defineRoute('POST /api/queries/filters', {
  access: 'signed-in',
  summary:
    'List your own and the shared queries. Fields: Id, Name, Description, Folder, Sharing, Source, View, OwnerId, Owner, IsFavorite, CreatedAt, UpdatedAt',
  ...listCall,
  response: z.array(querySummary),
});

export const listQueryFolders = defineRoute('GET /api/queries/folders', {
  access: 'signed-in',
  summary: 'List the folders of your own and the shared queries, by name',
  response: z.array(z.object({ folder: z.string(), queries: z.number().int() })),
});

export const getQuery = defineRoute('GET /api/queries/:id', {
  access: 'signed-in',
  summary: 'Get a query, your own or a shared one',
  response: query,
});

export const createQuery = defineRoute('POST /api/queries', {
  access: 'queries',
  summary: 'Create a query',
  body: newQuery,
  status: 201,
  response: query,
});

export const updateQuery = defineRoute('PUT /api/queries/:id', {
  access: 'queries',
  summary:
    'Update a query, as its owner or an administrator. Returns 409 with the current query if the version is outdated',
  body: queryChange,
  response: query,
});

export const deleteQuery = defineRoute('DELETE /api/queries/:id', {
  access: 'queries',
  summary: 'Delete a query that is not used anywhere',
});

export const copyQuery = defineRoute('POST /api/queries/:id/copy', {
  access: 'queries',
  summary: 'Copy a query as a private one',
  body: z.strictObject({ name: requiredText(queryLengths.name) }),
  status: 201,
  response: query,
});

export const addQueryFavorite = defineRoute('PUT /api/queries/:id/favorite', {
  access: 'signed-in',
  summary: 'Add a query to the favorites of the user',
});

export const removeQueryFavorite = defineRoute('DELETE /api/queries/:id/favorite', {
  access: 'signed-in',
  summary: 'Remove a query from the favorites of the user',
});

export const runDefinition = defineRoute('POST /api/queries/run', {
  access: 'queries',
  reads: true,
  summary: 'Run an unsaved definition as a preview',
  body: definitionBody,
  response: queryResult,
});

export const runQuery = defineRoute('POST /api/queries/:id/run', {
  access: 'signed-in',
  reads: true,
  summary:
    'Run a query over the records that the user may read. Runs with the same query, parameters and rights share a result for 30 s',
  body: runBody,
  response: queryResult,
});

export const listDefinitionRows = defineRoute('POST /api/queries/rows', {
  access: 'queries',
  reads: true,
  summary: 'List the records behind a mark of an unsaved definition',
  query: paging,
  body: definitionBody.extend({ mark }),
  response: queryResult,
});

export const listQueryRows = defineRoute('POST /api/queries/:id/rows', {
  access: 'signed-in',
  reads: true,
  summary: 'List the records behind a mark of a result',
  query: paging,
  body: runBody.extend({ mark }),
  response: queryResult,
});

const exportFormats = ['csv', 'xlsx'] as const;

export const exportQuery = defineRoute('POST /api/queries/:id/export', {
  access: 'signed-in',
  summary: 'Export the result of a query to a file of at most 1,000,000 rows, as a command',
  body: runBody.omit({ fresh: true }).extend({ format: z.enum(exportFormats).default('xlsx') }),
  ...startsCommand,
});

export const downloadQueryExport = defineRoute('GET /api/queries/exports/:commandId', {
  access: 'signed-in',
  summary: 'Download an export of the user. Exports are kept for a day',
  ...returnsFile('csv', 'xlsx'),
});

export const listQueryUses = defineRoute('GET /api/queries/:id/uses', {
  access: 'signed-in',
  summary: 'List the dashboards, reports and alerts that use a query, and who ran it in the last 90 days',
  response: z.array(queryUse),
});

export const listQueryVersions = defineRoute('GET /api/queries/:id/versions', {
  access: 'signed-in',
  summary: 'List the versions of a query, latest first. At most 100 are kept',
  response: z.array(queryVersion),
});

export const restoreQueryVersion = defineRoute('POST /api/queries/:id/versions/:savedVersion/restore', {
  access: 'queries',
  summary: 'Restore the name and definition of an earlier version of a query, as a new version',
  params: idParams.extend({ savedVersion: idParameter }),
  body: z.strictObject({ version: version.describe('Current version of the query') }),
  response: query,
});
