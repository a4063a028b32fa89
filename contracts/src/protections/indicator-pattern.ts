import { z } from 'zod';
import { id, integerBetween, numberBetween, requiredText, text, time, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { notReversed } from '../core/time-range.ts';
import { maximumLogic } from './logic-limits.ts';
import { patternOfSet } from './pattern-of-set.ts';
import { newProtection, protection } from './protection.ts';

/** How easily a range is assigned to a pattern. */
export const strictnesses = ['lenient', 'normal', 'strict'] as const;
export type Strictness = (typeof strictnesses)[number];

const maximumPatterns = 50;
export const maximumRanges = 5000;
/** Maximum number of data point inputs of a pattern protection. */
export const maximumPatternInputs = 100;

/** Name without quotes, because logic quotes it. */
export const patternName = requiredText(100).refine(
  (name) => !/["\r\n]/.test(name),
  'Please enter a name without quotes.',
);
const color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'Please enter a color such as #1E88E5.');

const trainingRange = z.object({
  patternId: id,
  start: z.iso.datetime().describe('Start, inclusive'),
  end: z.iso.datetime().describe('End, exclusive'),
});

/** The model in service. */
const modelInService = z.object({
  version: z.number().int().describe('Number of the version, from 1'),
  createdAt: z.iso.datetime(),
  bytes: z.number().int().describe('Size of the model in bytes'),
  modelChecksum: z.string().describe('SHA-256 of the serialized model'),
  stepSeconds: z.number().int(),
  windows: z.array(z.number().int()).describe('Lengths of the windows, in steps'),
});

const settings = {
  strictness: z.enum(strictnesses),
  confidence: numberBetween(0, 1).describe(
    'Minimum confidence of an answer; below it, the answer is `No match`',
  ),
  stepSeconds: integerBetween(1, 86_400)
    .nullable()
    .describe('Seconds between two answers; null to use the median interval of the slowest input'),
  condition: text(maximumLogic)
    .nullable()
    .describe(
      'Xen condition over inputs of the protection; while it is not true, times are neither trained on nor answered',
    ),
  mostRefused: numberBetween(0, 1).describe(
    'Maximum share of answers that the gate may refuse before a notice says that the model no longer fits',
  ),
  mostWrong: numberBetween(0, 1).describe(
    'Maximum share of judged answers that may be wrong before a notice says that the model no longer fits',
  ),
};

/** The patterns of a protection, the ranges that they are learned from, and the model in service. */
export const indicatorPattern = z
  .object({
    id,
    indicatorId: id,
    trainingStart: z.iso
      .datetime()
      .nullable()
      .describe('Earliest time of training ranges; null for no limit'),
    trainingEnd: z.iso.datetime().nullable(),
    patterns: z.array(patternOfSet).describe('Patterns, the default pattern first'),
    training: z.array(trainingRange).describe('Training ranges by start, without overlaps'),
    model: modelInService.nullable().describe('The model in service; null before the first training'),
    version: version.describe('Optimistic-lock version of the set'),
    pipeline: z
      .object({
        scaleStats: z.array(
          z.object({ tagAliasName: z.string(), mean: z.number(), standardDeviation: z.number() }),
        ),
        labelEncoder: z
          .record(z.string(), z.number().int())
          .describe('Class number of the model, by pattern id'),
        labelDecoder: z.record(z.string(), id).describe('Pattern id, by class number of the model'),
        tagAliasNames: z.array(z.string()).describe('Inputs of the model, in its order'),
      })
      .nullable()
      .describe('Encoding of the model in service'),
    checksum: z
      .string()
      .nullable()
      .describe(
        'Checksum of the inputs, patterns, ranges and settings that the model in service was trained on',
      ),
    isCurrent: z
      .boolean()
      .describe('Whether the inputs, patterns, ranges and settings still match `checksum`'),
    ...settings,
  })
  .meta({ id: 'IndicatorPattern' });
export type IndicatorPattern = z.infer<typeof indicatorPattern>;

const rangeOrder = notReversed('end');

const ranges = z
  .array(
    z
      .strictObject({ patternId: id, start: time, end: time })
      .refine(({ start, end }) => start < end, rangeOrder),
  )
  .max(maximumRanges, 'At most 5,000 ranges.');

const period = {
  trainingStart: time.nullable().default(null),
  trainingEnd: time.nullable().default(null),
};

export const writablePatternSettings = {
  strictness: settings.strictness.default('normal'),
  confidence: settings.confidence.default(0.25),
  stepSeconds: settings.stepSeconds.default(null),
  condition: settings.condition.default(null),
  mostRefused: settings.mostRefused.default(0.2),
  mostWrong: settings.mostWrong.default(0.2),
};

/** New ranges and settings of a pattern set. */
export const indicatorPatternChange = z
  .strictObject({
    ...period,
    training: ranges,
    ...writablePatternSettings,
    version: version.describe('Version of the set that you edited'),
  })
  .meta({ id: 'IndicatorPatternChange' });
export type IndicatorPatternChange = z.infer<typeof indicatorPatternChange>;
export type IndicatorPatternChangeInput = z.input<typeof indicatorPatternChange>;

const patternChange = z.strictObject({
  id: id.optional().describe('Id of the pattern; omit for a new one'),
  name: patternName,
  default: z.boolean().optional().describe('Ignored'),
  color: color.optional().describe('Color of the pattern; chosen automatically if omitted'),
});

const uniqueNames = (
  patterns: readonly { name: string; id?: number | undefined }[],
  context: z.core.$RefinementCtx,
): void => {
  const names = patterns.map(({ name }) => name.toLowerCase());
  const ids = patterns.map((one) => one.id);
  patterns.forEach((one, index) => {
    const repeated = (field: string) =>
      context.addIssue({ code: 'custom', path: [index, field], message: 'Please enter a unique value.' });
    if (names.indexOf(names[index]!) < index) repeated('name');
    if (one.id !== undefined && ids.indexOf(one.id) < index) repeated('id');
  });
};

/** All patterns of a set, in order. A pattern that is missing is removed with its ranges. */
export const patternChanges = z
  .strictObject({
    indicatorId: id,
    patterns: z.array(patternChange).max(maximumPatterns, 'At most 50 patterns.').superRefine(uniqueNames),
    version: version.optional().describe('Version of the set that you edited; not checked if omitted'),
  })
  .meta({ id: 'PatternChanges' });
export type PatternChanges = z.infer<typeof patternChanges>;

/** The pattern set of a new protection. */
export const newIndicatorPattern = z
  .strictObject({
    ...period,
    patterns: z
      .array(z.strictObject({ name: patternName, color: color.optional() }))
      .max(maximumPatterns, 'At most 50 patterns.')
      .superRefine(uniqueNames)
      .default([])
      .describe('Patterns; `No match` is added if it is missing'),
    training: z
      .array(
        z
          .strictObject({ pattern: patternName.describe('Name of the pattern'), start: time, end: time })
          .refine(({ start, end }) => start < end, rangeOrder),
      )
      .max(maximumRanges, 'At most 5,000 ranges.')
      .default([]),
    ...writablePatternSettings,
  })
  .meta({ id: 'NewIndicatorPattern' });
export type NewIndicatorPattern = z.infer<typeof newIndicatorPattern>;
export type NewIndicatorPatternInput = z.input<typeof newIndicatorPattern>;

/** A user's verdict on an answer. */
export const patternFeedback = z
  .strictObject({
    start: time,
    end: time,
    answerId: id.describe('Id of the pattern that the model answered'),
    verdict: z.enum(['right', 'wrong']),
    patternId: id
      .optional()
      .describe(
        'Id of the right pattern if the answer was wrong; `No match` if omitted. The range is added to this pattern',
      ),
  })
  .refine(({ start, end }) => start < end, rangeOrder)
  .meta({ id: 'PatternFeedback' });
export type PatternFeedback = z.infer<typeof patternFeedback>;

const defineRoute = routeGroup('Indicator patterns');
const { patternsOf: _, ...newPatternProtection } = newProtection.shape;

export const createProtectionWithPattern = defineRoute('POST /api/indicators/with-pattern', {
  access: 'write:protection',
  summary: 'Create a pattern protection with its patterns, in one transaction',
  body: z.strictObject({
    indicator: z.strictObject({ ...newPatternProtection, type: z.literal('pattern').default('pattern') }),
    indicatorPattern: newIndicatorPattern.default(() => newIndicatorPattern.parse({})),
  }),
  bodyLimit: 2 * 1024 * 1024,
  status: 201,
  response: z.object({ indicator: protection, indicatorPattern }),
});

export const getIndicatorPattern = defineRoute('GET /api/indicator-patterns/:id', {
  access: 'apps',
  summary: 'Get a pattern set, by the id in `indicatorPattern` of the protection',
  response: indicatorPattern,
});

export const updateIndicatorPattern = defineRoute('PUT /api/indicator-patterns/:id', {
  access: 'write:protection',
  summary: 'Update the ranges and settings of a pattern set. The model in service is unchanged',
  body: indicatorPatternChange,
  bodyLimit: 2 * 1024 * 1024,
  response: indicatorPattern,
});

export const updatePatterns = defineRoute('PUT /api/indicator-patterns/:id/patterns', {
  access: 'write:protection',
  summary: 'Add, rename, reorder and remove patterns. A pattern that a threshold refers to can’t be removed',
  body: patternChanges,
  response: indicatorPattern,
});

export const judgeAnswer = defineRoute('POST /api/indicator-patterns/:id/feedback', {
  access: 'write:protection',
  summary: 'Mark an answer as right or wrong. Its range is added to the right pattern',
  body: patternFeedback,
  response: indicatorPattern,
});
