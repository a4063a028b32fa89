import { z } from 'zod';
import { id, isoDuration, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Twins');

/** The name of a parameter. Logic refers to it in braces, as in `{trip}`. */
const parameterName = requiredText(100).refine(
  (name) => !/[{}[\]"/\r\n]/.test(name),
  'Please enter a name without braces, brackets, quotes or slashes.',
);

/** A number, or a length of time as ISO 8601. */
export const parameterValue = z.union([z.number(), isoDuration], {
  error: 'Please enter a number, or a length of time as ISO 8601, as in P30D or PT8H.',
});
export type ParameterValue = z.infer<typeof parameterValue>;

const parameterKinds = ['number', 'interval'] as const;

const declared = {
  name: parameterName,
  description: text(500).default(''),
  kind: z.enum(parameterKinds).default('number'),
  unit: text(50).nullable().default(null).describe('UCUM code; null for an interval and a plain number'),
};

/** A parameter as declared by a model. Minimum and maximum are allowed values; null for no bound. */
export const parameterDeclaration = z
  .strictObject({
    id: id.describe('Id of the part; unique among all parts of the model'),
    ...declared,
    minimum: z.number().nullable().default(null),
    maximum: z.number().nullable().default(null),
    default: parameterValue
      .nullable()
      .default(null)
      .describe('Default value; null if each twin needs its own value'),
  })
  .meta({ id: 'ParameterDeclaration' });
export type ParameterDeclaration = z.infer<typeof parameterDeclaration>;

const maximumParameters = 200;
const uniqueNames = (parameters: readonly { name: string }[]) =>
  new Set(parameters.map(({ name }) => name)).size === parameters.length;

export const parameterDeclarations = z
  .array(parameterDeclaration)
  .max(maximumParameters, `At most ${maximumParameters}.`)
  .refine(uniqueNames, 'Please enter a unique value.');

/** A constant of a twin, for its logic and texts. */
export const twinParameter = z
  .strictObject({ ...declared, value: parameterValue.nullable().describe('Null if it has no value yet') })
  .meta({ id: 'TwinParameter' });
export type TwinParameter = z.infer<typeof twinParameter>;

/** A protection or calculated tag whose logic uses a parameter. */
export const parameterUse = z
  .object({
    parameter: z.string(),
    type: z.enum(['protection', 'calculatedTag']),
    id,
    name: z.string(),
  })
  .meta({ id: 'ParameterUse' });
export type ParameterUse = z.infer<typeof parameterUse>;

/** All parameters of a twin. When a value changes, the logic that uses it is evaluated again. */
export const twinParameters = z
  .object({
    parameters: z.array(twinParameter),
    uses: z.array(parameterUse).describe('Protections and calculated tags whose logic uses the parameters'),
    ranges: z
      .array(
        z.object({
          parameter: z.string(),
          minimum: z.number().nullable().describe('Null for no bound'),
          maximum: z.number().nullable().describe('Null for no bound'),
        }),
      )
      .describe('Ranges that the model of the twin allows; only for parameters in the unit of the model'),
    version: version.describe('Version of the twin'),
  })
  .meta({ id: 'TwinParameters' });
export type TwinParameters = z.infer<typeof twinParameters>;

/** The new parameters of a twin, which replace all of its parameters. */
export const twinParametersChange = z
  .strictObject({
    parameters: z
      .array(
        twinParameter.extend({
          formerName: parameterName
            .optional()
            .describe('Previous name of a renamed parameter; logic that uses it is rewritten'),
        }),
      )
      .max(maximumParameters, `At most ${maximumParameters}.`)
      .refine(uniqueNames, 'Please enter a unique value.')
      .refine(
        (parameters) => uniqueNames(parameters.map(({ name, formerName = name }) => ({ name: formerName }))),
        'The previous name of a renamed parameter cannot be used again in the same step.',
      ),
    version: version.describe('Version of the twin that the change is based on'),
  })
  .meta({ id: 'TwinParametersChange' });
export type TwinParametersChange = z.infer<typeof twinParametersChange>;

export const getTwinParameters = defineRoute('GET /api/twins/:id/parameters', {
  access: 'apps',
  summary: 'List the parameters of a twin, by name',
  response: twinParameters,
});

export const updateTwinParameters = defineRoute('PUT /api/twins/:id/parameters', {
  access: 'write:twin',
  summary: 'Set the parameters of a twin; parameters that logic uses cannot be left out',
  body: twinParametersChange,
  response: twinParameters,
});
