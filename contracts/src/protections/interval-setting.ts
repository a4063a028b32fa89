import { z } from 'zod';
import { expectedIntervalProblem, toleranceProblem } from '../core/interval-limits.ts';
import { id, isoDuration } from '../core/primitives.ts';

/** A duration in which a rule finds nothing wrong. */
const checkedDuration = (problemOf: (duration: string) => string | null) =>
  isoDuration.superRefine((duration, context) => {
    const message = problemOf(duration);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

const fields = {
  intervalType: z
    .enum(['calendar', 'counter'])
    .nullable()
    .default(null)
    .describe('What is counted from one completed work to the next: time, or the rises of a counter'),
  expectedInterval: isoDuration
    .nullable()
    .default(null)
    .describe('Between completed work; of an input of points, how long it may stay out'),
  counterInterval: z.number().positive('Please enter a number above 0.').nullable().default(null),
  counterStart: z
    .number()
    .nullable()
    .default(null)
    .describe('The counter’s reading before any completed work'),
  tolerance: z
    .union([isoDuration, z.number().min(0, 'Please enter a positive number.')])
    .nullable()
    .default(null)
    .describe('A length of time, or of a counter a number; a tenth of the interval of work unless given'),
  schedule: z
    .enum(['floating', 'fixed'])
    .default('floating')
    .describe('Due counted from the latest completed work, or by the plan’s own grid'),
};

/** What was stored before these limits can be read. */
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
      wrong('expectedInterval', 'A counter has no expected interval of time.');
    if (typeof setting.tolerance === 'string') wrong('tolerance', 'Please enter a number.');
    return;
  }
  if (setting.counterInterval !== null) wrong('counterInterval', 'Only a counter has a counter interval.');
  if (setting.counterStart !== null) wrong('counterStart', 'Only a counter has a start.');
  if (typeof setting.tolerance === 'number')
    wrong('tolerance', 'Please enter a duration in ISO 8601 format, for example P30D or PT8H.');
  if (setting.schedule === 'fixed' && setting.expectedInterval === null)
    wrong('expectedInterval', 'A fixed schedule needs an expected interval.');
}

/** How often a value of an input is expected. Of a counter numbers, else lengths of time. */
export const intervalSetting = z
  .strictObject({ tagAliasId: id, ...writable })
  .superRefine(refuseMixed)
  .meta({ id: 'IntervalSetting' });
export type IntervalSetting = z.infer<typeof intervalSetting>;

/** Settings of several inputs, one of each. */
export const intervalSettings = z
  .array(intervalSetting)
  .max(1000)
  .refine(
    (settings) => new Set(settings.map(({ tagAliasId }) => tagAliasId)).size === settings.length,
    'Please enter a unique value.',
  );

/** The same of an input that is yet to be made. */
export const newIntervalSetting = z
  .strictObject(writable)
  .superRefine(refuseMixed)
  .meta({ id: 'NewIntervalSetting' });

/** An input of a protection: an alias of its twin, the tag behind it, and how often it is expected. */
export const protectionAlias = z
  .object({
    tagAliasId: id,
    ...fields,
    alias: z.string().describe('Its name, as logic names it'),
    type: z.enum(['work', 'data_point']),
    tagId: id.nullable().describe('Null while it is mapped to no tag'),
    tagName: z.string().nullable(),
    unit: z.string().nullable().describe('UCUM code; the tag’s where the input has none'),
  })
  .meta({ id: 'ProtectionAlias' });
export type ProtectionAlias = z.infer<typeof protectionAlias>;
