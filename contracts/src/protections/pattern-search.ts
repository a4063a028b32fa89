import { z } from 'zod';
import { commandParams, commandReference, commandStatuses } from '../core/command.ts';
import { id, idParameter, idParams, integerBetween, isoDuration, time } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { notReversed } from '../core/time-range.ts';

/** The number of similar stretches that one search finds at most. */
export const maximumSimilar = 100;

/** A range to search stretches like it, over all inputs of the pattern set. */
export const similarSearch = z
  .strictObject({
    start: time.describe('Of the range, inclusive'),
    end: time.describe('Of the range, exclusive'),
    count: integerBetween(1, maximumSimilar).default(20).describe('How many stretches to find at most'),
    from: time.optional().describe('Where to search, inclusive; from the oldest point unless given'),
    to: time.optional().describe('Where to search, exclusive; to the latest point unless given'),
  })
  .refine(({ start, end }) => start < end, notReversed('end'))
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, notReversed('to'))
  .meta({ id: 'SimilarSearch' });
export type SimilarSearch = z.infer<typeof similarSearch>;
export type SimilarSearchInput = z.input<typeof similarSearch>;

export const similarStretch = z
  .object({
    start: z.iso.datetime().describe('Inclusive'),
    end: z.iso.datetime().describe('Exclusive; as long after the start as the range is'),
    distance: z
      .number()
      .describe(
        '0 for an equal stretch: root mean square of the differences, in standard deviations of the inputs',
      ),
  })
  .meta({ id: 'SimilarStretch' });
export type SimilarStretch = z.infer<typeof similarStretch>;

export const similarStretches = z
  .object({
    commandId: z.uuid(),
    status: z.enum(commandStatuses),
    percent: z.number().int().min(0).max(100),
    error: z.string().nullable(),
    start: z.iso.datetime().describe('Of the range that was given'),
    end: z.iso.datetime(),
    stretches: z
      .array(similarStretch)
      .describe(
        'Best first, empty until it is done; they overlap neither each other, nor the range, nor the ranges of the set',
      ),
  })
  .meta({ id: 'SimilarStretches' });
export type SimilarStretches = z.infer<typeof similarStretches>;

const tag = 'Indicator patterns';

export const findSimilar = defineRoute({
  method: 'POST',
  path: '/api/indicator-patterns/:id/similar',
  access: 'write:protection',
  tag,
  summary:
    'Find the stretches of history most like a range, over all inputs of a pattern set; the command can be canceled',
  params: idParams,
  body: similarSearch,
  status: 202,
  response: commandReference,
});

export const getSimilar = defineRoute({
  method: 'GET',
  path: '/api/indicator-patterns/:id/similar/:commandId',
  access: 'write:protection',
  tag,
  summary: 'How far a search of similar stretches is, and what it found; of one’s own searches',
  params: z.object({ id: idParameter, ...commandParams.shape }),
  response: similarStretches,
});

/** A range that may be given to a pattern. */
export const proposedRange = z
  .object({
    kind: z.enum(['event', 'normal']).describe('What came before an event, or a quiet stretch'),
    start: z.iso.datetime(),
    end: z.iso.datetime(),
    event: z
      .object({
        type: z.enum(['work', 'range']).describe('Completed corrective work, or a marked range'),
        id,
        name: z.string(),
        time: z.iso.datetime().describe('Of the failure; of a marked range without one its end'),
      })
      .nullable()
      .describe('Null for a quiet stretch'),
    unrest: z
      .number()
      .nullable()
      .describe(
        'Of a quiet stretch: how far it is from the usual level and spread of the inputs; 0 is usual. Null for an event',
      ),
  })
  .meta({ id: 'ProposedRange' });
export type ProposedRange = z.infer<typeof proposedRange>;

export const rangeProposals = z
  .object({
    length: isoDuration.describe('How much time before a failure is proposed'),
    lengthSource: z
      .enum(['given', 'failure-mode', 'assumed'])
      .describe(
        'Where the length is from: the call, the longest P-F interval of the failure modes, or a day',
      ),
    ranges: z
      .array(proposedRange)
      .describe(
        'Events, the latest first; then quiet stretches, the quietest first. None overlaps a range of the set',
      ),
  })
  .meta({ id: 'RangeProposals' });
export type RangeProposals = z.infer<typeof rangeProposals>;

export const getProposals = defineRoute({
  method: 'GET',
  path: '/api/indicator-patterns/:id/proposals',
  access: 'apps',
  tag,
  summary:
    'Ranges to train on: what came before completed corrective work and marked failures, and the quietest stretches as normal',
  params: idParams,
  query: z.object({
    length: isoDuration.optional().describe('How much time before a failure to propose, ISO 8601'),
    count: z
      .string()
      .regex(/^\d{1,3}$/, 'Please enter an integer.')
      .transform(Number)
      .pipe(integerBetween(1, 100))
      .default(20)
      .describe('How many of each kind at most'),
  }),
  response: rangeProposals,
});
