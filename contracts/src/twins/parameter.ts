import { z } from 'zod';
import { id, idParams, isoDuration, requiredText, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** The name by which logic names a parameter in braces, as in `{trip}`. */
export const parameterName = requiredText(100).refine(
  (name) => !/[{}[\]"/\r\n]/.test(name),
  'Please enter a name without braces, brackets, quotes or slashes.',
);

/** A number, or a length of time as ISO 8601. */
export const parameterValue = z.union([z.number(), isoDuration], {
  error: 'Please enter a number, or a length of time as ISO 8601, as in P30D or PT8H.',
});
export type ParameterValue = z.infer<typeof parameterValue>;

export const parameterKinds = ['number', 'interval'] as const;

const declared = {
  name: parameterName,
  description: text(500).default(''),
  kind: z.enum(parameterKinds).default('number'),
  unit: text(50).nullable().default(null).describe('UCUM code; null for an interval and a plain number'),
};

/** A parameter as a model declares it. Minimum and maximum are allowed values; null: no bound. */
export const parameterDeclaration = z
  .strictObject({
    id: id.describe('Of the part: unique among all parts of the model'),
    ...declared,
    minimum: z.number().nullable().default(null),
    maximum: z.number().nullable().default(null),
    default: parameterValue.nullable().default(null).describe('Null: each twin must be given a value'),
  })
  .meta({ id: 'ParameterDeclaration' });
export type ParameterDeclaration = z.infer<typeof parameterDeclaration>;

export const maximumParameters = 200;
const uniqueNames = (parameters: readonly { name: string }[]) =>
  new Set(parameters.map(({ name }) => name)).size === parameters.length;

export const parameterDeclarations = z
  .array(parameterDeclaration)
  .max(maximumParameters, `At most ${maximumParameters}.`)
  .refine(uniqueNames, 'Please enter a unique value.');

/** A constant of a twin that its logic and texts name. */
export const twinParameter = z
  .strictObject({ ...declared, value: parameterValue.nullable().describe('Null: it has none yet') })
  .meta({ id: 'TwinParameter' });
export type TwinParameter = z.infer<typeof twinParameter>;

/** Logic that names a parameter. */
export const parameterUse = z
  .object({
    parameter: z.string(),
    type: z.enum(['protection', 'calculatedTag']),
    id,
    name: z.string(),
  })
  .meta({ id: 'ParameterUse' });
export type ParameterUse = z.infer<typeof parameterUse>;

/** All parameters of a twin. A changed value is changed logic: what names it is evaluated anew. */
export const twinParameters = z
  .object({
    parameters: z.array(twinParameter),
    uses: z.array(parameterUse).describe('The protections and calculated tags whose logic names each'),
    ranges: z
      .array(
        z.object({
          parameter: z.string(),
          minimum: z.number().nullable().describe('Null: no bound'),
          maximum: z.number().nullable().describe('Null: no bound'),
        }),
      )
      .describe('Values that the model of the twin allows; only of parameters in the unit of the model'),
    version: version.describe('Of the twin'),
  })
  .meta({ id: 'TwinParameters' });
export type TwinParameters = z.infer<typeof twinParameters>;

/** All parameters that a twin is to have. */
export const twinParametersChange = z
  .strictObject({
    parameters: z
      .array(
        twinParameter.extend({
          formerName: parameterName
            .optional()
            .describe('Of a renamed parameter: logic that names it is rewritten'),
        }),
      )
      .max(maximumParameters, `At most ${maximumParameters}.`)
      .refine(uniqueNames, 'Please enter a unique value.')
      .refine(
        (parameters) => uniqueNames(parameters.map(({ name, formerName = name }) => ({ name: formerName }))),
        'A name that another parameter had can’t be given to a new one in the same step.',
      ),
    version: version.describe('Of the twin that was changed'),
  })
  .meta({ id: 'TwinParametersChange' });
export type TwinParametersChange = z.infer<typeof twinParametersChange>;

export const getTwinParameters = defineRoute({
  method: 'GET',
  path: '/api/twins/:id/parameters',
  access: 'apps',
  tag: 'Twins',
  summary: 'The parameters of a twin, by name',
  params: idParams,
  response: twinParameters,
});

export const updateTwinParameters = defineRoute({
  method: 'PUT',
  path: '/api/twins/:id/parameters',
  access: 'write:twin',
  tag: 'Twins',
  summary: 'Set the parameters of a twin; one that logic names can’t be left out',
  params: idParams,
  body: twinParametersChange,
  response: twinParameters,
});
