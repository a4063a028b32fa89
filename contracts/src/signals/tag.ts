import { z } from 'zod';
import { completion } from '../core/completion.ts';
import { createPaging, listCall, listExample } from '../core/list.ts';
import { feedingConnection, id, idsParameter, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { maximumLogic } from '../protections/logic-limits.ts';
import { furtherChanges, furtherFields, furtherFilter } from '../records/field.ts';
import { writableUnit } from '../system/unit.ts';
import { aliasName, tagAlias } from '../twins/tag-alias.ts';

const defineRoute = routeGroup('Tags');

/** The error for a value that is not an object. */
const aTag = {
  error: ({ code }: { code?: string | undefined }) =>
    code === 'invalid_type' ? 'Must be type TagModel' : undefined,
};

export const tagTypes = ['calculated', 'data_point', 'work'] as const;
export type TagType = (typeof tagTypes)[number];

export const tagSummary = z
  .object({
    id,
    name: z.string(),
    caption: z.string(),
    assetIds: z.array(id),
    type: z.enum(tagTypes),
    isCalculated: z.boolean(),
    unit: z.string().nullable().describe('UCUM code of the unit'),
    uomId: id.nullable().describe('Id of the unit with this code; null if there is none'),
    ...furtherFields,
  })
  .meta({ id: 'TagSummary' });
export type TagSummary = z.infer<typeof tagSummary>;

const jobStatuses = ['pending', 'loading', 'running', 'complete', 'error', 'canceled'] as const;
export type JobStatusName = (typeof jobStatuses)[number];

/** The latest import into a tag, or its latest recalculation. It is running while pending, loading or running. */
export const jobStatus = z
  .object({
    status: z.enum(jobStatuses),
    percent: z.number().int().min(0).max(100),
    lastUpdated: z.iso.datetime(),
    commandId: z.uuid(),
    error: z.string().nullable(),
  })
  .meta({ id: 'JobStatus' });
export type JobStatus = z.infer<typeof jobStatus>;

export const jobStatusesOfTag = {
  dataImportJobStatus: jobStatus.nullable().describe('Latest import; null if there was none'),
  recalculationJobStatus: jobStatus.nullable().describe('Latest recalculation; null if there was none'),
};

export const tagStatus = z
  .object({ id, connectionId: feedingConnection.connectionId, ...jobStatusesOfTag })
  .meta({ id: 'TagStatus' });
export type TagStatus = z.infer<typeof tagStatus>;

export const tag = tagSummary
  .extend({
    description: z.string(),
    keywords: z.array(z.string()),
    source: z.string().nullable(),
    ...feedingConnection,
    oldestTime: z.iso.datetime().nullable(),
    latestTime: z.iso.datetime().nullable(),
    latestValue: z.number().nullable(),
    dataPointCount: z
      .number()
      .int()
      .describe('Number of points; a replaced point counts twice until compaction'),
    version: version.describe('Optimistic-lock version'),
    logic: z.string().nullable().describe('Logic; null for tags that are not calculated'),
    aliases: z.array(tagAlias).describe('Aliases that the logic can use, by name'),
    completion: completion.nullable().describe('Completion; null for tags that are not calculated'),
    model: z
      .object({
        protectionId: id
          .nullable()
          .describe('Id of the protection; null if it was deleted, then the tag still uses its model'),
        protectionName: z.string().nullable(),
        version: z.number().int(),
      })
      .nullable()
      .describe('Model of a pattern protection that calculates the tag, which then has no logic'),
    error: z.string().nullable().describe('Why it can’t be calculated; null without an error'),
    ...jobStatusesOfTag,
  })
  .meta({ id: 'Tag' });
export type Tag = z.infer<typeof tag>;

export const getTag = defineRoute('GET /api/tags/:id', {
  access: 'apps',
  summary: 'Get a tag, with its oldest and latest point',
  response: tag,
});

export const listTags = defineRoute('POST /api/tags/filters', {
  access: 'apps',
  summary: `List the tags. Fields: Id, Name, Caption, Description, Type, Unit, Source, ConnectionGroupId, AssetId, AssetName, TwinId${furtherFilter}`,
  ...listCall,
  example: listExample('Name', 'P-101'),
  response: z.array(tagSummary),
});

/** A tag in search results. */
export const tagFound = tagSummary
  .omit({ fields: true })
  .extend({
    assetNames: z.string().describe('Names of the assets that it belongs to; empty if there are none'),
    isOfTwin: z.boolean().describe('Whether it belongs to the asset of the given twin'),
  })
  .meta({ id: 'TagFound' });
export type TagFound = z.infer<typeof tagFound>;

export const searchTags = defineRoute('POST /api/tags/search', {
  access: 'apps',
  reads: true,
  summary:
    'Search tags for all words of a text in names, descriptions, keywords or assets. Tags of the given twin come first, then by name',
  query: createPaging(20),
  body: z.strictObject({
    text: text(200).default('').describe('Words in any order; empty to find all tags'),
    types: z
      .array(z.enum(tagTypes))
      .min(1, 'Please give at least one type.')
      .default([...tagTypes]),
    twinId: id.optional().describe('Id of the twin whose asset’s tags come first'),
  }),
  response: z.array(tagFound),
  paged: true,
});

/** A name in the logic of a calculated tag, and its tag. An existing alias with this name is kept. */
export const logicAlias = z
  .strictObject({
    name: aliasName,
    mappedTagId: id.nullable(),
    description: text(4000).optional(),
    keywords: z.array(requiredText(100)).max(100).optional(),
    unit: text(50).nullable().optional(),
  })
  .meta({ id: 'LogicAlias' });
export type LogicAlias = z.infer<typeof logicAlias>;

const logicAliases = z
  .array(logicAlias)
  .max(1000)
  .refine(
    (aliases) => new Set(aliases.map(({ name }) => name)).size === aliases.length,
    'Please enter a unique value.',
  );
export const logic = z.string().max(maximumLogic, {
  error: ({ input }) =>
    `${String(input).length - maximumLogic} characters over maximum length of ${maximumLogic}.`,
});

const writable = {
  name: requiredText(200),
  caption: requiredText(200),
  description: text(4000).default(''),
  keywords: z.array(requiredText(100)).max(100).default([]),
  ...writableUnit,
  source: text(200).nullable().default(null),
  ...furtherChanges,
  assetIds: z.array(id).max(1000).default([]),
};

/** A new tag. Only calculated tags have logic and aliases, which can be added later. */
export const newTag = z
  .strictObject(
    {
      ...writable,
      type: z.enum(tagTypes),
      logic: logic.default(''),
      aliases: logicAliases.default([]),
    },
    aTag,
  )
  .refine(({ type, logic, aliases }) => type === 'calculated' || (logic === '' && aliases.length === 0), {
    path: ['logic'],
    message: 'Only a calculated tag has logic and aliases.',
  })
  .meta({ id: 'NewTag' });
export type NewTag = z.infer<typeof newTag>;

/** What happens to inputs that use the tag's old unit when its unit changes. */
export const inputUnits = z
  .enum(['keep', 'follow'])
  .describe(
    'Inputs that use the old unit when the unit changes: `keep` their unit, and points are converted to it, or `follow` the new unit, with unchanged numbers. Inputs without a unit always follow',
  );

/** The new values of a tag. The type can't change; omitted logic and aliases are unchanged. */
export const tagChange = z
  .strictObject(
    {
      ...writable,
      logic: logic
        .nullable()
        .transform((text) => text ?? undefined)
        .optional()
        .describe('Logic; unchanged if omitted or null'),
      aliases: logicAliases.optional(),
      inputUnits: inputUnits.optional(),
      version: version.describe('Version of the tag that you edited'),
    },
    aTag,
  )
  .meta({ id: 'TagChange' });
export type TagChange = z.infer<typeof tagChange>;

export const createTags = defineRoute('POST /api/tags', {
  access: 'write:tag',
  summary: 'Create a tag. A calculated tag with complete logic is calculated over all existing points',
  body: z.array(newTag).length(1, 'Please send exactly one tag.'),
  example: [{ name: 'P-101.TEMPERATURE', caption: 'Bearing temperature', type: 'data_point' }],
  status: 201,
  response: z.array(tag),
});

export const updateTag = defineRoute('PUT /api/tags/:id', {
  access: 'write:tag',
  summary: 'Update a tag. It is recalculated if its logic or its inputs change',
  body: tagChange,
  response: tag,
});

export const deleteTag = defineRoute('DELETE /api/tags/:id', {
  access: 'write:tag',
  summary: 'Delete a tag and its points. A tag in use requires `unlink`',
  query: z.object({
    unlink: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true')
      .describe('Whether to remove the tag from the protections and calculated tags that use it'),
  }),
});

export const getTagStatus = defineRoute('GET /api/tags/status', {
  access: 'apps',
  summary: 'Get the status of imports into tags and of their recalculations. Unknown ids are left out',
  query: z.object({ id: idsParameter }),
  response: z.array(tagStatus),
});
