import { z } from 'zod';
import { commandParams, commandReference } from '../core/command.ts';
import { paging } from '../core/list.ts';
import { id, integerBetween, numberBetween, requiredText, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { tagAlias, tagAliasChange } from './tag-alias.ts';

/** What of a tag is compared with an input. */
export const scoreParts = ['name', 'keywords', 'unit', 'description', 'asset'] as const;

/** A tag that may be behind an input: how likely it is, and why. */
export const suggestion = z
  .object({
    tagId: id,
    name: z.string(),
    caption: z.string(),
    description: z.string(),
    unit: z.string().nullable().describe('UCUM code'),
    isCalculated: z.boolean(),
    assetName: z.string().nullable().describe('Of its first asset; null when it has none'),
    isOfAsset: z.boolean().describe('Whether it belongs to the input’s own asset'),
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
  .object({ aliasId: id, suggestions: z.array(suggestion).describe('Likeliest first') })
  .meta({ id: 'AliasSuggestions' });
export type AliasSuggestions = z.infer<typeof aliasSuggestions>;

export const suggestTags = defineRoute({
  method: 'POST',
  path: '/api/tag-aliases/suggestions',
  access: 'apps',
  reads: true,
  tag: 'Tag aliases',
  summary: 'Tags that inputs of twins may mean, likeliest first: of the asset first, then of all',
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

/** One change of a list of them. */
export const tagAliasModification = z
  .discriminatedUnion('flag', [
    z.strictObject({ flag: z.literal('UPDATE'), model: update }),
    z.strictObject({ flag: z.literal('DELETE'), model: z.looseObject({ id }) }),
  ])
  .meta({ id: 'TagAliasModification' });
export type TagAliasModification = z.infer<typeof tagAliasModification>;

export const modifyTagAliases = defineRoute({
  method: 'POST',
  path: '/api/tag-aliases/modifications',
  access: 'apps',
  tag: 'Tag aliases',
  summary:
    'Change and delete aliases, all or none, in the order given. Answers those changed, as they are now',
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

/** The inputs that are to be mapped: all without a tag, of some twins or of every twin. */
export const mappingRequest = z
  .strictObject({
    twinIds: z
      .array(id)
      .min(1, 'Please give at least one twin.')
      .max(20_000, 'At most 20,000 twins in one call.')
      .nullable()
      .default(null)
      .describe('Null: every twin'),
    minimumScore: numberBetween(0, 1).default(0.7),
  })
  .meta({ id: 'MappingRequest' });
export type MappingRequest = z.infer<typeof mappingRequest>;

export const previewMapping = defineRoute({
  method: 'POST',
  path: '/api/tag-aliases/mappings',
  access: 'write:twin',
  tag: 'Tag aliases',
  summary: 'Find tags for the unmapped inputs of many twins, and change nothing yet',
  body: mappingRequest,
  status: 202,
  response: commandReference,
});

export const applyMapping = defineRoute({
  method: 'POST',
  path: '/api/tag-aliases/mappings/:commandId/apply',
  access: 'write:twin',
  tag: 'Tag aliases',
  summary: 'Map what a preview has proposed; inputs that were changed since stay as they are',
  params: commandParams,
  body: z.strictObject({ exceptAliasIds: z.array(id).max(20_000).default([]) }),
  status: 202,
  response: commandReference,
});

export const undoMapping = defineRoute({
  method: 'POST',
  path: '/api/tag-aliases/mappings/:commandId/undo',
  access: 'write:twin',
  tag: 'Tag aliases',
  summary: 'Take back all that a command has mapped; inputs that were changed since stay as they are',
  params: commandParams,
  status: 202,
  response: commandReference,
});

export const mappingOutcomes = [
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

/** What became, or is to become, of one input. */
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
    message: z.string().nullable().describe('Why it was refused'),
  })
  .meta({ id: 'AliasMapping' });
export type AliasMapping = z.infer<typeof aliasMapping>;

export const listMappings = defineRoute({
  method: 'GET',
  path: '/api/tag-aliases/mappings/:commandId',
  access: 'write:twin',
  tag: 'Tag aliases',
  summary: 'What a command maps or would map, input by input: by asset and input',
  params: commandParams,
  query: paging.extend({ outcome: z.enum(mappingOutcomes).optional() }),
  response: z.array(aliasMapping),
  paged: true,
});

/** How many inputs came to which outcome: the result of a command that maps or previews. */
export const mappingResult = z
  .object({
    twins: z.number().int(),
    aliases: z.number().int(),
    outcomes: z.partialRecord(z.enum(mappingOutcomes), z.number().int()),
  })
  .meta({ id: 'MappingResult' });
export type MappingResult = z.infer<typeof mappingResult>;
