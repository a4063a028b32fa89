import { z } from 'zod';
import { columns, drawnSpan, range } from '../core/drawn-span.ts';
import { paging } from '../core/list.ts';
import { id, timeParameter } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const window = {
  ...range,
  until: timeParameter.optional().describe('Time up to which the last answer applies; now by default'),
};

/** A change of the model's answer, which holds until the next change. */
export const answerChange = z
  .object({
    time: z.iso.datetime(),
    patternId: id.nullable().describe('Id of the pattern; null for no answer'),
    refused: z.boolean().describe('Whether the trees chose another pattern and the gate refused it'),
  })
  .meta({ id: 'AnswerChange' });
export type AnswerChange = z.infer<typeof answerChange>;

/** A period with one answer; periods that begin in the same column are merged. */
export const answerSpan = drawnSpan.extend({ patternId: id }).meta({ id: 'AnswerSpan' });
export type AnswerSpan = z.infer<typeof answerSpan>;

const share = z.number().describe('0 to 1');

/** The 5 % and the 95 % quantile of an input's values. */
const band = z
  .object({ low: z.number(), high: z.number() })
  .nullable()
  .describe('5 % and 95 % quantile of the values in training; null without values');

const noAnswerReasons = ['silent', 'missing', 'window', 'condition'] as const;
export type NoAnswerReason = (typeof noAnswerReasons)[number];

/** Why a model gives an answer at a time. */
export const answerExplanation = z
  .object({
    indicatorPatternId: id,
    version: z.number().int().describe('Version of the model in service'),
    time: z.iso
      .datetime()
      .nullable()
      .describe('Time of the step that was answered; null before the first step'),
    patternId: id.nullable().describe('Id of the answered pattern; null for no answer'),
    reason: z
      .enum(noAnswerReasons)
      .nullable()
      .describe(
        'Why there is no answer: all inputs are stale (`silent`), a value is missing (`missing`), the longest window is not full (`window`), or the condition of use is not true (`condition`). Null if there is an answer',
      ),
    refused: z.boolean().describe('Whether the trees chose another pattern and the gate refused it'),
    namedPatternId: id.nullable().describe('Id of the pattern with the most votes of the trees'),
    confidences: z
      .array(z.object({ patternId: id, confidence: share }))
      .describe('Share of the votes per pattern, largest first'),
    inputs: z
      .array(
        z.object({
          tagAliasName: z.string(),
          unit: z.string().nullable(),
          value: z.number().nullable().describe('Value at the time of the step; null if missing'),
          contribution: z
            .number()
            .describe('How much the input raised or lowered the share of the pattern with the most votes'),
          band: band.describe('Usual values for the pattern with the most votes'),
          normal: band.describe('Usual values for the default pattern'),
        }),
      )
      .describe('Inputs by contribution, largest first'),
    span: z
      .object({ start: z.iso.datetime(), end: z.iso.datetime().nullable() })
      .nullable()
      .describe(
        'Period in which the stored answer holds; null if the stored answer differs or there is none',
      ),
  })
  .meta({ id: 'AnswerExplanation' });
export type AnswerExplanation = z.infer<typeof answerExplanation>;

const defineRoute = routeGroup('Indicator patterns');

export const getAnswers = defineRoute('GET /api/indicators/:id/answers', {
  access: 'apps',
  summary:
    'List the answer of the model at the start of a range and its changes in the range; pages of up to 1,000',
  query: paging.extend({ from: timeParameter, to: timeParameter }),
  response: z.array(answerChange),
  paged: true,
});

export const getAnswerSpans = defineRoute('GET /api/indicators/:id/answers/spans', {
  access: 'apps',
  summary: 'List the answers of the model over a range, merged for drawing, by pattern',
  query: z.object({ ...window, columns }),
  response: z.array(answerSpan),
});

export const explainAnswer = defineRoute('GET /api/indicators/:id/answers/why', {
  access: 'apps',
  summary: 'Explain the answer of the model in service at a time. Returns 404 without a model',
  query: z.object({ time: timeParameter }),
  response: answerExplanation,
});

export const getSimulatedAnswers = defineRoute('GET /api/simulations/:id/answers/spans', {
  access: 'apps',
  tag: 'Simulations',
  summary: 'List the answers of the model in a simulation, merged for drawing, by pattern',
  query: z.object({ ...range, columns }),
  response: z.array(answerSpan),
});
