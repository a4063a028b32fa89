import { z } from 'zod';
import { commandStatuses, startsCommand } from '../core/command.ts';
import { id, integerBetween, isoDuration, time } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { notReversed } from '../core/time-range.ts';

/** Maximum number of similar stretches per search. */
const maximumSimilar = 100;

/** Search for stretches similar to a range, over all inputs of the pattern set. */
export const similarSearch = z
  .strictObject({
    start: time.describe('Start of the range, inclusive'),
    end: time.describe('End of the range, exclusive'),
    count: integerBetween(1, maximumSimilar).default(20).describe('Maximum number of stretches to find'),
    from: time.optional().describe('Start of the search, inclusive; the oldest point by default'),
    to: time.optional().describe('End of the search, exclusive; the latest point by default'),
  })
  .refine(({ start, end }) => start < end, notReversed('end'))
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, notReversed('to'))
  .meta({ id: 'SimilarSearch' });
export type SimilarSearch = z.infer<typeof similarSearch>;

export const similarStretch = z
  .object({
    start: z.iso.datetime().describe('Start, inclusive'),
    end: z.iso.datetime().describe('End, exclusive; the stretch is as long as the range'),
    distance: z
      .number()
      .describe(
        'Root mean square of the differences, in standard deviations of the inputs; 0 for an identical stretch',
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
    start: z.iso.datetime().describe('Start of the range that was searched for'),
    end: z.iso.datetime(),
    stretches: z
      .array(similarStretch)
      .describe(
        'Best match first; empty until the search is done. Stretches don’t overlap each other, the range, or the ranges of the set',
      ),
  })
  .meta({ id: 'SimilarStretches' });
export type SimilarStretches = z.infer<typeof similarStretches>;

const defineRoute = routeGroup('Indicator patterns');

export const findSimilar = defineRoute('POST /api/indicator-patterns/:id/similar', {
  access: 'write:protection',
  summary:
    'Search the history for stretches similar to a range, over all inputs of a pattern set. The command can be canceled',
  body: similarSearch,
  ...startsCommand,
});

export const getSimilar = defineRoute('GET /api/indicator-patterns/:id/similar/:commandId', {
  access: 'write:protection',
  summary: 'Get the progress and result of a search for similar stretches. Only your own searches',
  response: similarStretches,
});

/** A range proposed for training. */
export const proposedRange = z
  .object({
    kind: z
      .enum(['event', 'normal'])
      .describe('Whether the range precedes an event (`event`) or is a quiet stretch (`normal`)'),
    start: z.iso.datetime(),
    end: z.iso.datetime(),
    event: z
      .object({
        type: z
          .enum(['work', 'range'])
          .describe('Completed corrective work (`work`) or a marked range (`range`)'),
        id,
        name: z.string(),
        time: z.iso.datetime().describe('Time of the failure; the end of a marked range without one'),
      })
      .nullable()
      .describe('The event after the range; null for a quiet stretch'),
    unrest: z
      .number()
      .nullable()
      .describe(
        'How far a quiet stretch is from the usual level and spread of the inputs, 0 for usual; null for an event',
      ),
  })
  .meta({ id: 'ProposedRange' });
export type ProposedRange = z.infer<typeof proposedRange>;

export const rangeProposals = z
  .object({
    length: isoDuration.describe('Length of the ranges proposed before failures'),
    lengthSource: z
      .enum(['given', 'failure-mode', 'assumed'])
      .describe(
        'Source of the length: the request (`given`), the longest P-F interval of the failure modes (`failure-mode`), or the default of one day (`assumed`)',
      ),
    ranges: z
      .array(proposedRange)
      .describe(
        'Ranges before events, latest first, then quiet stretches, quietest first. None overlaps a range of the set',
      ),
  })
  .meta({ id: 'RangeProposals' });
export type RangeProposals = z.infer<typeof rangeProposals>;

export const getProposals = defineRoute('GET /api/indicator-patterns/:id/proposals', {
  access: 'apps',
  summary:
    'List proposed training ranges: times before completed corrective work and marked failures, and the quietest stretches as normal',
  query: z.object({
    length: isoDuration.optional().describe('Length of the ranges to propose before failures, ISO 8601'),
    count: z
      .string()
      .regex(/^\d{1,3}$/, 'Please enter an integer.')
      .transform(Number)
      .pipe(integerBetween(1, 100))
      .default(20)
      .describe('Maximum number of ranges of each kind'),
  }),
  response: rangeProposals,
});
