import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { paging } from '../core/list.ts';
import { id, integerBetween, numberBetween, requiredText, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { tagAlias, tagAliasChange } from './tag-alias.ts';

const defineRoute = routeGroup('Tag aliases');

/** The parts of a tag that are compared with an input. */
const scoreParts = ['name', 'keywords', 'unit', 'description', 'asset'] as const;

/** A tag that may belong to an input, with its score and the reasons. */
export const suggestion = z
  .object({
    tagId: id,
    name: z.string(),
    caption: z.string(),
    description: z.string(),
    unit: z.string().nullable().describe('UCUM code'),
    isCalculated: z.boolean(),
    assetName: z.string().nullable().describe('Name of its first asset; null if it has none'),
    isOfAsset: z.boolean().describe('Whether it belongs to the asset of the input'),
    latestTime: z.iso.datetime().nullable(),
    latestValue: z.number().nullable(),
    score: z.number().min(0).max(1),
    parts: z.array(
      z.object({
        part: z.enum(scoreParts),
        score: z.number().min(0).max(1),
        weight: z.number().min(0).max(1).describe('The weights of all parts sum to 1'),
        matched: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'Suggestion' });
export type Suggestion = z.infer<typeof suggestion>;

export const aliasSuggestions = z
  .object({ aliasId: id, suggestions: z.array(suggestion).describe('Most likely first') })
  .meta({ id: 'AliasSuggestions' });
export type AliasSuggestions = z.infer<typeof aliasSuggestions>;

export const suggestTags = defineRoute('POST /api/tag-aliases/suggestions', {
  access: 'apps',
  reads: true,
  summary: 'Suggest tags for inputs of twins, most likely first: tags of the asset first, then all others',
  body: z.strictObject({
    aliasIds: z
      .array(id)
      .min(1, 'Please give at least one alias.')
      .max(100, 'At most 100 aliases in one call.'),
    limit: integerBetween(1, 50).default(10),
  }),
  response: z.array(aliasSuggestions),
});

const update = tagAliasChange.extend({ id });

/** One change or deletion in a list. */
export const tagAliasModification = z
  .discriminatedUnion('flag', [
    z.strictObject({ flag: z.literal('UPDATE'), model: update }),
    z.strictObject({ flag: z.literal('DELETE'), model: z.looseObject({ id }) }),
  ])
  .meta({ id: 'TagAliasModification' });
export type TagAliasModification = z.infer<typeof tagAliasModification>;

export const modifyTagAliases = defineRoute('POST /api/tag-aliases/modifications', {
  access: 'apps',
  summary: 'Change and delete aliases in the given order, all or none. Returns the changed aliases',
  body: z
    .array(tagAliasModification)
    .min(1, 'Please give at least one modification.')
    .max(1000, 'At most 1,000 modifications in one call.')
    .refine(
      (all) => new Set(all.map(({ model }) => model.id)).size === all.length,
      'Please give each alias once.',
    ),
  record: z.array(z.object({ model: tagAlias })),
  response: z.array(tagAlias),
});

/** The inputs to map: all inputs without a tag, of some twins or of every twin. */
export const mappingRequest = z
  .strictObject({
    twinIds: z
      .array(id)
      .min(1, 'Please give at least one twin.')
      .max(20_000, 'At most 20,000 twins in one call.')
      .nullable()
      .default(null)
      .describe('Ids of the twins; null for every twin'),
    minimumScore: numberBetween(0, 1).default(0.7),
  })
  .meta({ id: 'MappingRequest' });
export type MappingRequest = z.infer<typeof mappingRequest>;

export const previewMapping = defineRoute('POST /api/tag-aliases/mappings', {
  access: 'write:twin',
  summary: 'Preview tags for the unmapped inputs of many twins. Changes nothing',
  body: mappingRequest,
  ...startsCommand,
});

export const applyMapping = defineRoute('POST /api/tag-aliases/mappings/:commandId/apply', {
  access: 'write:twin',
  summary: 'Map inputs as a preview has proposed; skips inputs that were changed since',
  body: z.strictObject({ exceptAliasIds: z.array(id).max(20_000).default([]) }),
  ...startsCommand,
});

export const undoMapping = defineRoute('POST /api/tag-aliases/mappings/:commandId/undo', {
  access: 'write:twin',
  summary: 'Undo the mapping of a command; skips inputs that were changed since',
  ...startsCommand,
});

const mappingOutcomes = [
  'proposed',
  'none',
  'ambiguous',
  'pending',
  'mapped',
  'changed',
  'refused',
  'undone',
] as const;
export type MappingOutcome = (typeof mappingOutcomes)[number];

/** The planned or actual result for one input. */
export const aliasMapping = z
  .object({
    aliasId: id,
    aliasName: requiredText(100),
    twinId: id,
    assetName: z.string(),
    oldTagId: id.nullable(),
    oldTagName: z.string().nullable(),
    newTagId: id.nullable(),
    newTagName: z.string().nullable(),
    score: z.number().min(0).max(1).nullable(),
    aliasVersion: version,
    outcome: z.enum(mappingOutcomes),
    message: z.string().nullable().describe('Reason of a refusal; null if not refused'),
  })
  .meta({ id: 'AliasMapping' });
export type AliasMapping = z.infer<typeof aliasMapping>;

export const listMappings = defineRoute('GET /api/tag-aliases/mappings/:commandId', {
  access: 'write:twin',
  summary: 'List the planned or actual result for each input, by asset and input',
  query: paging.extend({ outcome: z.enum(mappingOutcomes).optional() }),
  response: z.array(aliasMapping),
  paged: true,
});

/** The result of a command that maps or previews: the number of inputs by outcome. */
export const mappingResult = z
  .object({
    twins: z.number().int(),
    aliases: z.number().int(),
    outcomes: z.partialRecord(z.enum(mappingOutcomes), z.number().int()),
  })
  .meta({ id: 'MappingResult' });
export type MappingResult = z.infer<typeof mappingResult>;
