import { z } from 'zod';
import { commandParams, commandReference } from '../core/command.ts';
import { contentTypes } from '../core/content-types.ts';
import { listBody, paging } from '../core/list.ts';
import { id, idParameter, idParams, requiredText, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { parameterValues, queryDefinition, queryLengths, queryViews } from './query-definition.ts';
import { queryResult, resultKinds, resultValue } from './query-result.ts';

const tag = 'Queries';

export const sharings = ['private', 'tenant'] as const;
export type Sharing = (typeof sharings)[number];

const changeable = {
  name: requiredText(queryLengths.name),
  description: text(queryLengths.description).default(''),
  folder: text(queryLengths.folder).default('').describe('Folders inside one another are separated by /'),
  sharing: z.enum(sharings).default('private').describe('tenant: everybody who may read records runs it'),
  definition: queryDefinition,
};

export const newQuery = z.strictObject(changeable).meta({ id: 'NewQuery' });
export type NewQuery = z.infer<typeof newQuery>;

export const queryChange = newQuery
  .extend({ version: version.describe('Of the query that was changed') })
  .meta({ id: 'QueryChange' });
export type QueryChange = z.infer<typeof queryChange>;

export const querySummary = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    folder: z.string(),
    sharing: z.enum(sharings),
    source: z.string().describe('Identifier of the type of its records, or series'),
    view: z.enum(queryViews),
    owner: z.object({ id, userName: z.string() }).nullable().describe('Null once the user is deleted'),
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

/** A field that queries may name. */
export const queryField = z
  .object({
    name: z.string().describe('Part of paths'),
    caption: z.string(),
    kind: z.enum(resultKinds),
    unit: z.string().nullable().describe('UCUM code'),
    options: z
      .array(z.object({ value: z.string(), caption: z.string() }))
      .optional()
      .describe('The values that it can have, where these are fixed'),
    list: z.string().optional().describe('Name of the list that its values come from'),
  })
  .meta({ id: 'QueryField' });
export type QueryField = z.infer<typeof queryField>;

/** What leads from a record to others. */
export const queryRelation = z
  .object({
    name: z.string().describe('Part of paths'),
    caption: z.string(),
    type: z.string().describe('The type of the records that it leads to'),
    many: z.boolean().describe('Whether a record can have several'),
  })
  .meta({ id: 'QueryRelation' });
export type QueryRelation = z.infer<typeof queryRelation>;

export const queryType = z
  .object({
    name: z.string(),
    caption: z.string(),
    pluralCaption: z.string(),
    isSystem: z.boolean(),
    isSource: z.boolean().describe('Whether a query may ask it; other types are only walked to'),
    fields: z.array(queryField),
    relations: z.array(queryRelation),
  })
  .meta({ id: 'QueryType' });
export type QueryType = z.infer<typeof queryType>;

/** One thing that uses a query. */
export const queryUse = z
  .object({
    kind: z.string().describe('dashboard, report, alert or user'),
    id: id.nullable().describe('Null for one that the user may not open'),
    name: z.string(),
    lastUsedOn: z.iso.date().nullable().describe('Of a user: the last day on which they ran it'),
  })
  .meta({ id: 'QueryUse' });
export type QueryUse = z.infer<typeof queryUse>;

export const queryVersion = z
  .object({
    version,
    name: z.string(),
    savedAt: z.iso.datetime(),
    savedBy: z.string().nullable().describe('User name; null once the user is deleted'),
    definition: queryDefinition,
  })
  .meta({ id: 'QueryVersion' });
export type QueryVersion = z.infer<typeof queryVersion>;

/** What a run of a saved query takes. */
const runBody = z.strictObject({
  parameters: parameterValues.default({}),
  fresh: z
    .boolean()
    .default(false)
    .describe('Whether to run it now, rather than answer with a result of the last 30 s'),
});

/** What a mark stands for: the value of each of its group columns. */
const mark = z
  .record(z.string().max(60), resultValue)
  .describe('By the key of a group column its value as in the result, of a reference that of {key}.id');

const definitionBody = runBody.extend({ definition: queryDefinition });

export const listQueryTypes = defineRoute({
  method: 'GET',
  path: '/api/queries/types',
  access: 'signed-in',
  tag,
  summary:
    'The types that queries may ask, with their fields and relations, as far as the user may read them',
  response: z.array(queryType),
});

export const listQueries = defineRoute({
  method: 'POST',
  path: '/api/queries/filters',
  access: 'signed-in',
  tag,
  summary:
    'Own and shared queries. Fields: Id, Name, Description, Folder, Sharing, Source, View, OwnerId, Owner, IsFavorite, CreatedAt, UpdatedAt',
  query: paging,
  body: listBody,
  response: z.array(querySummary),
  paged: true,
});

export const listQueryFolders = defineRoute({
  method: 'GET',
  path: '/api/queries/folders',
  access: 'signed-in',
  tag,
  summary: 'The folders of own and shared queries, by name',
  response: z.array(z.object({ folder: z.string(), queries: z.number().int() })),
});

export const getQuery = defineRoute({
  method: 'GET',
  path: '/api/queries/:id',
  access: 'signed-in',
  tag,
  summary: 'One query, own or shared',
  params: idParams,
  response: query,
});

export const createQuery = defineRoute({
  method: 'POST',
  path: '/api/queries',
  access: 'queries',
  tag,
  summary: 'Add a query',
  body: newQuery,
  status: 201,
  response: query,
});

export const updateQuery = defineRoute({
  method: 'PUT',
  path: '/api/queries/:id',
  access: 'queries',
  tag,
  summary: 'Change a query: its owner and administrators; a conflict answers with the query as it is now',
  params: idParams,
  body: queryChange,
  response: query,
});

export const deleteQuery = defineRoute({
  method: 'DELETE',
  path: '/api/queries/:id',
  access: 'queries',
  tag,
  summary: 'Delete a query that nothing uses',
  params: idParams,
  status: 204,
});

export const copyQuery = defineRoute({
  method: 'POST',
  path: '/api/queries/:id/copy',
  access: 'queries',
  tag,
  summary: 'Add a private query with the definition of another',
  params: idParams,
  body: z.strictObject({ name: requiredText(queryLengths.name) }),
  status: 201,
  response: query,
});

export const addQueryFavorite = defineRoute({
  method: 'PUT',
  path: '/api/queries/:id/favorite',
  access: 'signed-in',
  tag,
  summary: 'Mark a query as a favorite of the user',
  params: idParams,
  status: 204,
});

export const removeQueryFavorite = defineRoute({
  method: 'DELETE',
  path: '/api/queries/:id/favorite',
  access: 'signed-in',
  tag,
  summary: 'Remove a query from the favorites of the user',
  params: idParams,
  status: 204,
});

export const runDefinition = defineRoute({
  method: 'POST',
  path: '/api/queries/run',
  access: 'queries',
  reads: true,
  tag,
  summary: 'Run a definition that is not saved, as a preview',
  body: definitionBody,
  response: queryResult,
});

export const runQuery = defineRoute({
  method: 'POST',
  path: '/api/queries/:id/run',
  access: 'signed-in',
  reads: true,
  tag,
  summary:
    'Run a query over what the user may read. The same query, parameters and rights run once within 30 s for all who ask',
  params: idParams,
  body: runBody,
  response: queryResult,
});

export const listDefinitionRows = defineRoute({
  method: 'POST',
  path: '/api/queries/rows',
  access: 'queries',
  reads: true,
  tag,
  summary: 'The records behind a mark of a definition that is not saved',
  query: paging,
  body: definitionBody.extend({ mark }),
  response: queryResult,
});

export const listQueryRows = defineRoute({
  method: 'POST',
  path: '/api/queries/:id/rows',
  access: 'signed-in',
  reads: true,
  tag,
  summary: 'The records behind a mark of a result',
  params: idParams,
  query: paging,
  body: runBody.extend({ mark }),
  response: queryResult,
});

export const exportFormats = ['csv', 'xlsx'] as const;

export const exportQuery = defineRoute({
  method: 'POST',
  path: '/api/queries/:id/export',
  access: 'signed-in',
  tag,
  summary: 'Write the result of a query to a file of at most 1,000,000 rows, as a command',
  params: idParams,
  body: runBody.omit({ fresh: true }).extend({ format: z.enum(exportFormats).default('xlsx') }),
  status: 202,
  response: commandReference,
});

export const downloadQueryExport = defineRoute({
  method: 'GET',
  path: '/api/queries/exports/:commandId',
  access: 'signed-in',
  tag,
  summary: 'The file of an export of the user, kept for a day',
  params: commandParams,
  response: 'file',
  contentTypes: [contentTypes.csv, contentTypes.xlsx],
});

export const listQueryUses = defineRoute({
  method: 'GET',
  path: '/api/queries/:id/uses',
  access: 'signed-in',
  tag,
  summary: 'The dashboards, reports and alerts that use a query, and who ran it in the last 90 days',
  params: idParams,
  response: z.array(queryUse),
});

export const listQueryVersions = defineRoute({
  method: 'GET',
  path: '/api/queries/:id/versions',
  access: 'signed-in',
  tag,
  summary: 'The versions of a query, latest first; at most 100 are kept',
  params: idParams,
  response: z.array(queryVersion),
});

export const restoreQueryVersion = defineRoute({
  method: 'POST',
  path: '/api/queries/:id/versions/:savedVersion/restore',
  access: 'queries',
  tag,
  summary: 'Give a query the name and definition of an earlier version, as a new version',
  params: idParams.extend({ savedVersion: idParameter }),
  body: z.strictObject({ version: version.describe('Of the query as it is') }),
  response: query,
});
