import { z } from 'zod';
import {
  id,
  idParams,
  integerBetween,
  numberBetween,
  requiredText,
  text,
  time,
  version,
} from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { notReversed } from '../core/time-range.ts';
import { maximumLogic } from './logic-limits.ts';
import { patternOfSet } from './pattern-of-set.ts';
import { newProtection, protection } from './protection.ts';

/** How readily a stretch of time is given a pattern. */
export const strictnesses = ['lenient', 'normal', 'strict'] as const;
export type Strictness = (typeof strictnesses)[number];

export const maximumPatterns = 50;
export const maximumRanges = 5000;
/** Inputs of points that a pattern protection may have. */
export const maximumPatternInputs = 100;

/** A name that stands in logic between quotes. */
export const patternName = requiredText(100).refine(
  (name) => !/["\r\n]/.test(name),
  'Please enter a name without quotes.',
);
const color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'Please enter a color such as #1E88E5.');

const trainingRange = z.object({
  patternId: id,
  start: z.iso.datetime().describe('Inclusive'),
  end: z.iso.datetime().describe('Exclusive'),
});
export type PatternRange = z.infer<typeof trainingRange>;

/** The model in service. */
const modelInService = z.object({
  version: z.number().int().describe('Number of the version, from 1'),
  createdAt: z.iso.datetime(),
  bytes: z.number().int().describe('Its size'),
  modelChecksum: z.string().describe('SHA-256 of the serialised model'),
  stepSeconds: z.number().int(),
  windows: z.array(z.number().int()).describe('Lengths of its windows in steps'),
});

const settings = {
  strictness: z.enum(strictnesses),
  confidence: numberBetween(0, 1).describe(
    'Least confidence of an answer; below it the answer is `No match`',
  ),
  stepSeconds: integerBetween(1, 86_400)
    .nullable()
    .describe('Step of the grid of answers; null: the median interval of the slowest input'),
  condition: text(maximumLogic)
    .nullable()
    .describe(
      'Xen condition over inputs of the protection: while it is not true, there is no training and no answer',
    ),
  mostRefused: numberBetween(0, 1).describe(
    'Share of answers that the gate may refuse before a notice says that the model no longer fits',
  ),
  mostWrong: numberBetween(0, 1).describe('As `mostRefused`, for the share of judged answers that are wrong'),
};

/** The patterns of a protection with the ranges that they are learned from, and the model in service. */
export const indicatorPattern = z
  .object({
    id,
    indicatorId: id,
    trainingStart: z.iso.datetime().nullable().describe('Ranges lie from here on; null: anywhere'),
    trainingEnd: z.iso.datetime().nullable(),
    patterns: z.array(patternOfSet).describe('The default pattern first'),
    training: z.array(trainingRange).describe('By start; none overlaps another'),
    model: modelInService.nullable().describe('Null before the first training'),
    version: version.describe('Optimistic-lock version of the set'),
    pipeline: z
      .object({
        scaleStats: z.array(
          z.object({ tagAliasName: z.string(), mean: z.number(), standardDeviation: z.number() }),
        ),
        labelEncoder: z.record(z.string(), z.number().int()).describe('Class of the model by pattern id'),
        labelDecoder: z.record(z.string(), id).describe('Pattern id by class of the model'),
        tagAliasNames: z.array(z.string()).describe('Inputs of the model, in its order'),
      })
      .nullable()
      .describe('Of the model in service'),
    checksum: z
      .string()
      .nullable()
      .describe('Of the inputs, patterns, ranges and settings that the model in service was trained on'),
    isCurrent: z
      .boolean()
      .describe('Whether the inputs, patterns, ranges and settings are still those of `checksum`'),
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

/** The ranges and settings of a set as they are to be. */
export const indicatorPatternChange = z
  .strictObject({
    ...period,
    training: ranges,
    ...writablePatternSettings,
    version: version.describe('Of the set that was changed'),
  })
  .meta({ id: 'IndicatorPatternChange' });
export type IndicatorPatternChange = z.infer<typeof indicatorPatternChange>;
export type IndicatorPatternChangeInput = z.input<typeof indicatorPatternChange>;

const patternChange = z.strictObject({
  id: id.optional().describe('Left out for a new pattern'),
  name: patternName,
  default: z.boolean().optional().describe('Ignored'),
  color: color.optional().describe('Left out: a color of its own'),
});
export type PatternChange = z.infer<typeof patternChange>;

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

/** The patterns of a set, in order. A pattern that is missing is removed with its ranges. */
export const patternChanges = z
  .strictObject({
    indicatorId: id,
    patterns: z.array(patternChange).max(maximumPatterns, 'At most 50 patterns.').superRefine(uniqueNames),
    version: version.optional().describe('Of the set that was changed; left out: it is not checked'),
  })
  .meta({ id: 'PatternChanges' });
export type PatternChanges = z.infer<typeof patternChanges>;

/** The pattern set of a protection to be made. */
export const newIndicatorPattern = z
  .strictObject({
    ...period,
    patterns: z
      .array(z.strictObject({ name: patternName, color: color.optional() }))
      .max(maximumPatterns, 'At most 50 patterns.')
      .superRefine(uniqueNames)
      .default([])
      .describe('`No match` is added where it is left out'),
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

/** What a person says of an answer. */
export const patternFeedback = z
  .strictObject({
    start: time,
    end: time,
    answerId: id.describe('The pattern that was answered'),
    verdict: z.enum(['right', 'wrong']),
    patternId: id
      .optional()
      .describe('What it was, of a wrong answer; `No match` where it is left out. The range is added to it'),
  })
  .refine(({ start, end }) => start < end, rangeOrder)
  .meta({ id: 'PatternFeedback' });
export type PatternFeedback = z.infer<typeof patternFeedback>;
export type PatternFeedbackInput = z.input<typeof patternFeedback>;

const tag = 'Indicator patterns';
const { patternsOf: _, ...newPatternProtection } = newProtection.shape;

export const createProtectionWithPattern = defineRoute({
  method: 'POST',
  path: '/api/indicators/with-pattern',
  access: 'write:protection',
  tag,
  summary: 'Create a pattern protection with its patterns, in one transaction',
  body: z.strictObject({
    indicator: z.strictObject({ ...newPatternProtection, type: z.literal('pattern').default('pattern') }),
    indicatorPattern: newIndicatorPattern.default(() => newIndicatorPattern.parse({})),
  }),
  bodyLimit: 2 * 1024 * 1024,
  status: 201,
  response: z.object({ indicator: protection, indicatorPattern }),
});

export const getIndicatorPattern = defineRoute({
  method: 'GET',
  path: '/api/indicator-patterns/:id',
  access: 'apps',
  tag,
  summary: 'One pattern set; the indicator has its id in `indicatorPattern`',
  params: idParams,
  response: indicatorPattern,
});

export const updateIndicatorPattern = defineRoute({
  method: 'PUT',
  path: '/api/indicator-patterns/:id',
  access: 'write:protection',
  tag,
  summary: 'Change the ranges and settings of a pattern set; the model in service stays',
  params: idParams,
  body: indicatorPatternChange,
  bodyLimit: 2 * 1024 * 1024,
  response: indicatorPattern,
});

export const updatePatterns = defineRoute({
  method: 'PUT',
  path: '/api/indicator-patterns/:id/patterns',
  access: 'write:protection',
  tag,
  summary: 'Add, rename, order and remove patterns; one that a threshold names can’t be removed',
  params: idParams,
  body: patternChanges,
  response: indicatorPattern,
});

export const judgeAnswer = defineRoute({
  method: 'POST',
  path: '/api/indicator-patterns/:id/feedback',
  access: 'write:protection',
  tag,
  summary: 'Call an answer right or wrong: its range is added to the pattern that it was',
  params: idParams,
  body: patternFeedback,
  response: indicatorPattern,
});
