import { z } from 'zod';
import { id, idParameter, isoDuration, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { writableUnit } from '../system/unit.ts';

const defineRoute = routeGroup('Tag aliases');

/** The name by which logic refers to a tag, in brackets. */
export const aliasName = requiredText(100).refine(
  (name) => !/[[\]\r\n]/.test(name),
  'Please enter a name without brackets.',
);

export const keywords = z.array(requiredText(100)).max(100);

export const tagAliasOptions = z.strictObject({
  tolerance: isoDuration.optional().describe('How late a point may be, in addition to the expected interval'),
});

/** An input of a twin or of a calculated tag: the name by which its logic refers to a tag. */
export const tagAlias = z
  .object({
    id,
    twinId: id.nullable(),
    calculatedTagId: id.nullable(),
    mappedTagId: id.nullable(),
    mappedTagName: z.string().nullable(),
    mappedTagUnit: z.string().nullable().describe('UCUM code of the unit of the points of the tag'),
    type: z.enum(['work', 'data_point']),
    name: z.string(),
    description: z.string(),
    keywords: z.array(z.string()),
    unit: z.string().nullable().describe('UCUM code of the unit in which logic reads the input'),
    uomId: id.nullable().describe('Id of the unit with that code; null if there is none'),
    options: tagAliasOptions,
    version: version.describe('Optimistic-lock version; increases with every change'),
    latestTime: z.iso.datetime().nullable(),
    latestValue: z.number().nullable(),
  })
  .meta({ id: 'TagAlias' });
export type TagAlias = z.infer<typeof tagAlias>;

const writable = {
  name: aliasName,
  mappedTagId: id.nullable().default(null),
  description: text(4000).default(''),
  keywords: keywords.default([]),
  ...writableUnit,
  options: tagAliasOptions.default({}),
};

/** A new alias of a twin or a calculated tag. */
export const newTagAlias = z
  .strictObject({
    twinId: id.nullable().default(null),
    calculatedTagId: id.nullable().default(null),
    type: z.enum(['work', 'data_point']).default('data_point'),
    ...writable,
  })
  .refine(({ twinId, calculatedTagId }) => (twinId === null) !== (calculatedTagId === null), {
    path: ['twinId'],
    message: 'Please give either a twin or a calculated tag.',
  })
  .meta({ id: 'NewTagAlias' });
export type NewTagAlias = z.infer<typeof newTagAlias>;

/** A changed alias; the type cannot change. */
export const tagAliasChange = z
  .strictObject({
    ...writable,
    limits: z
      .enum(['keep', 'convert'])
      .optional()
      .describe(
        'When the unit changes: whether to keep or convert the numbers that logic compares the alias with; default: keep. For an alias of a twin, convert requires the right to write protections',
      ),
    version: version.describe('Version that the change is based on'),
  })
  .meta({ id: 'TagAliasChange' });
export type TagAliasChange = z.infer<typeof tagAliasChange>;

export const getTwinTagAliases = defineRoute('GET /api/twins/:id/tag-aliases', {
  access: 'apps',
  tag: 'Twins',
  summary: 'List the inputs of a twin, by name; at most 1,000',
  response: z.array(tagAlias),
});

const ownersAccess = 'Requires the right to write twins, or to write tags for an alias of a calculated tag';

export const createTagAlias = defineRoute('POST /api/tag-aliases', {
  access: 'apps',
  summary: `Create an alias. ${ownersAccess}`,
  body: newTagAlias,
  example: { twinId: 1, name: 'Temperature', mappedTagId: 1 },
  status: 201,
  response: tagAlias,
});

export const updateTagAlias = defineRoute('PUT /api/tag-aliases/:id', {
  access: 'apps',
  summary: `Change an alias; a new name is also changed in the logic that uses it. ${ownersAccess}`,
  body: tagAliasChange,
  response: tagAlias,
});

export const deleteTagAlias = defineRoute('DELETE /api/tag-aliases/:id', {
  access: 'apps',
  summary: `Delete an alias that no logic uses. ${ownersAccess}`,
});

/** A name that the logic of a calculated tag of a twin may use, and the tag behind it. */
export const calculationInput = z
  .object({
    name: z.string(),
    mappedTagId: id,
    mappedTagName: z.string(),
    isCalculated: z.boolean(),
    unit: z.string().nullable(),
    description: z.string(),
    cycle: z
      .string()
      .nullable()
      .describe('Cycle that would result if the given tag used it; null if there is none'),
  })
  .meta({ id: 'CalculationInput' });
export type CalculationInput = z.infer<typeof calculationInput>;

export const getTwinCalculationInputs = defineRoute('GET /api/twins/:id/calculation-inputs', {
  access: 'apps',
  tag: 'Twins',
  summary:
    'List the inputs that the logic of a calculated tag of the twin can use: its mapped aliases of points, by name',
  query: z.object({ tagId: idParameter.optional().describe('Id of the calculated tag, to find cycles') }),
  response: z.array(calculationInput),
});
