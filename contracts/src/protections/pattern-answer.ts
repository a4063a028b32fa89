import { z } from 'zod';
import { columns, drawnSpan, range } from '../core/drawn-span.ts';
import { paging } from '../core/list.ts';
import { id, idParams, timeParameter } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

const window = {
  ...range,
  until: timeParameter.optional().describe('The last answer is taken to hold until then; now unless given'),
};

/** The answer of a model over time, as changes: each holds from its time to the next. */
export const answerChange = z
  .object({
    time: z.iso.datetime(),
    patternId: id.nullable().describe('Null: no answer'),
    refused: z.boolean().describe('Whether the trees named another pattern, and the gate refused it'),
  })
  .meta({ id: 'AnswerChange' });
export type AnswerChange = z.infer<typeof answerChange>;

/** Time with one answer, or several times with it that begin in the same column. */
export const answerSpan = drawnSpan.extend({ patternId: id }).meta({ id: 'AnswerSpan' });
export type AnswerSpan = z.infer<typeof answerSpan>;

const share = z.number().describe('0 to 1');

/** The 5 % and the 95 % quantile of an input's values. */
const band = z
  .object({ low: z.number(), high: z.number() })
  .nullable()
  .describe('From the 5 % to the 95 % quantile of the values in training; null without a value');

export const noAnswerReasons = ['silent', 'missing', 'window', 'condition'] as const;
export type NoAnswerReason = (typeof noAnswerReasons)[number];

/** Why a model gives an answer at a time. */
export const answerExplanation = z
  .object({
    indicatorPatternId: id,
    version: z.number().int().describe('Of the model in service'),
    time: z.iso.datetime().nullable().describe('The point of the grid; null before the first'),
    patternId: id.nullable().describe('Null: no answer'),
    reason: z
      .enum(noAnswerReasons)
      .nullable()
      .describe(
        'Why there is no answer: all inputs are stale, a value is missing, the longest window is not full, or the condition of use is not true',
      ),
    refused: z.boolean().describe('Whether the trees named another pattern, and the gate refused it'),
    namedPatternId: id.nullable().describe('The pattern with the most votes of the trees'),
    confidences: z
      .array(z.object({ patternId: id, confidence: share }))
      .describe('The share of the votes of each pattern of the model, the largest first'),
    inputs: z
      .array(
        z.object({
          tagAliasName: z.string(),
          unit: z.string().nullable(),
          value: z.number().nullable().describe('At the point of the grid; null where it is missing'),
          contribution: z
            .number()
            .describe('How much the input moved the share of the pattern with the most votes, up or down'),
          band: band.describe('Of the pattern with the most votes'),
          normal: band.describe('Of the default pattern'),
        }),
      )
      .describe('The largest contribution first'),
    span: z
      .object({ start: z.iso.datetime(), end: z.iso.datetime().nullable() })
      .nullable()
      .describe('How long the stored answer holds; null where it is another one, or none'),
  })
  .meta({ id: 'AnswerExplanation' });
export type AnswerExplanation = z.infer<typeof answerExplanation>;

const tag = 'Indicator patterns';

export const getAnswers = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id/answers',
  access: 'apps',
  tag,
  summary: 'The answer of the model at the start of a range and its changes in it; pages of up to 1,000',
  params: idParams,
  query: paging.extend({ from: timeParameter, to: timeParameter }),
  response: z.array(answerChange),
  paged: true,
});

export const getAnswerSpans = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id/answers/spans',
  access: 'apps',
  tag,
  summary: 'The answers of the model over a range as they are drawn in so many columns, by pattern',
  params: idParams,
  query: z.object({ ...window, columns }),
  response: z.array(answerSpan),
});

export const explainAnswer = defineRoute({
  method: 'GET',
  path: '/api/indicators/:id/answers/why',
  access: 'apps',
  tag,
  summary: 'Why the model in service gives an answer at a time; 404 without a model',
  params: idParams,
  query: z.object({ time: timeParameter }),
  response: answerExplanation,
});

export const getSimulatedAnswers = defineRoute({
  method: 'GET',
  path: '/api/simulations/:id/answers/spans',
  access: 'apps',
  tag: 'Simulations',
  summary: 'The answers of the model in a simulation as they are drawn in so many columns, by pattern',
  params: idParams,
  query: z.object({ ...range, columns }),
  response: z.array(answerSpan),
});
