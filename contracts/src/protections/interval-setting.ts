import { z } from 'zod';
import { expectedIntervalProblem, toleranceProblem } from '../core/interval-limits.ts';
import { id, isoDuration } from '../core/primitives.ts';

/** A duration for which `findProblem` returns null. */
const checkedDuration = (findProblem: (duration: string) => string | null) =>
  isoDuration.superRefine((duration, context) => {
    const message = findProblem(duration);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const fields = {
  intervalType: z
    .enum(['calendar', 'counter'])
    .nullable()
    .default(null)
    .describe('Whether the interval between completed work is measured in time or by a counter'),
  expectedInterval: isoDuration
    .nullable()
    .default(null)
    .describe('Expected time between completed work; for data points, maximum time without a new point'),
  counterInterval: z.number().positive('Please enter a number above 0.').nullable().default(null),
  counterStart: z
    .number()
    .nullable()
    .default(null)
    .describe('Reading of the counter before any work was completed'),
  tolerance: z
    .union([isoDuration, z.number().min(0, 'Please enter a positive number.')])
    .nullable()
    .default(null)
    .describe(
      'Tolerance as a duration, or as a number for a counter; by default a tenth of the interval of work',
    ),
  schedule: z
    .enum(['floating', 'fixed'])
    .default('floating')
    .describe(
      'Whether the next due date follows from the latest completed work (`floating`) or from a fixed plan (`fixed`)',
    ),
};

/** These limits apply to new values; older stored values can still be read. */
const writable = {
  ...fields,
  expectedInterval: checkedDuration(expectedIntervalProblem)
    .nullable()
    .default(null)
    .describe(`${fields.expectedInterval.description}; at least PT1S`),
  tolerance: z
    .union([checkedDuration(toleranceProblem), z.number().min(0, 'Please enter a positive number.')])
    .nullable()
    .default(null)
    .describe(fields.tolerance.description!),
};

type Fields = z.output<z.ZodObject<typeof fields>>;

function refuseMixed(setting: Fields, context: z.RefinementCtx): void {
  const wrong = (path: keyof typeof fields, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (setting.intervalType === 'counter') {
    if (setting.counterInterval === null) wrong('counterInterval', 'Required.');
    if (setting.counterStart === null) wrong('counterStart', 'Required.');
    if (setting.expectedInterval !== null)
      wrong('expectedInterval', 'A counter can’t have an expected interval of time.');
    if (typeof setting.tolerance === 'string') wrong('tolerance', 'Please enter a number.');
    return;
  }
  if (setting.counterInterval !== null)
    wrong('counterInterval', 'Only a counter can have a counter interval.');
  if (setting.counterStart !== null) wrong('counterStart', 'Only a counter can have a start.');
  if (typeof setting.tolerance === 'number')
    wrong('tolerance', 'Please enter a duration in ISO 8601 format, for example P30D or PT8H.');
  if (setting.schedule === 'fixed' && setting.expectedInterval === null)
    wrong('expectedInterval', 'A fixed schedule needs an expected interval.');
}

/** How often an input is expected to have a new value: numbers for a counter, durations otherwise. */
export const intervalSetting = z
  .strictObject({ tagAliasId: id, ...writable })
  .superRefine(refuseMixed)
  .meta({ id: 'IntervalSetting' });
export type IntervalSetting = z.infer<typeof intervalSetting>;

/** Settings of several inputs, each at most once. */
export const intervalSettings = z
  .array(intervalSetting)
  .max(1000)
  .refine(
    (settings) => new Set(settings.map(({ tagAliasId }) => tagAliasId)).size === settings.length,
    'Please enter a unique value.',
  );

/** Interval settings of an input that does not exist yet. */
export const newIntervalSetting = z
  .strictObject(writable)
  .superRefine(refuseMixed)
  .meta({ id: 'NewIntervalSetting' });

/** An input of a protection: a tag alias of its twin, the tag it is mapped to, and its interval settings. */
export const protectionAlias = z
  .object({
    tagAliasId: id,
    ...fields,
    alias: z.string().describe('Name of the alias in logic'),
    type: z.enum(['work', 'data_point']),
    tagId: id.nullable().describe('Id of the tag; null if the alias is not mapped'),
    tagName: z.string().nullable(),
    unit: z.string().nullable().describe('UCUM code; the unit of the tag if the input has none'),
  })
  .meta({ id: 'ProtectionAlias' });
export type ProtectionAlias = z.infer<typeof protectionAlias>;
