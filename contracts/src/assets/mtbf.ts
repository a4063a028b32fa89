import { z } from 'zod';
import { id, isoDuration } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Assets');

/** The data from which a measured MTBF was calculated. */
export const mtbfBasis = z
  .object({
    window: z
      .object({ from: z.iso.datetime(), to: z.iso.datetime() })
      .nullable()
      .describe(
        'Observed time: from the start of the twin or the oldest work, whichever is later, to the calculation',
      ),
    twinStart: z.iso.datetime().nullable(),
    workCount: z.number().int().describe('Number of work items of every kind that were started or completed'),
    failureCount: z.number().int(),
    downtime: isoDuration.describe('Total downtime due to failures, as far as known'),
    failures: z
      .array(
        z.object({
          start: z.iso.datetime(),
          end: z.iso.datetime(),
          work: z.array(z.object({ id, name: z.string(), number: z.string().nullable() })),
        }),
      )
      .describe('Latest first; at most 20'),
  })
  .meta({ id: 'MtbfBasis' });
export type MtbfBasis = z.infer<typeof mtbfBasis>;

/** The current and the previous measured MTBF. */
export const failureData = z
  .object({
    mtbf: isoDuration.nullable().describe('Null without failures: the MTBF is then longer than the window'),
    previousMtbf: isoDuration.nullable().describe('Value before its last change; null if there was none'),
  })
  .meta({ id: 'FailureData' });
export type FailureData = z.infer<typeof failureData>;

/** The mean time between failures, measured from the completed corrective work of an asset. */
export const measuredMtbf = z
  .object({
    assetId: id,
    failureData,
    calculatedAt: z.iso.datetime().nullable().describe('Null before the first calculation'),
    lowConfidence: z.boolean().describe('Whether there are fewer than 3 failures'),
    basis: mtbfBasis.nullable().describe('Null before the first calculation'),
  })
  .meta({ id: 'MeasuredMtbf' });
export type MeasuredMtbf = z.infer<typeof measuredMtbf>;

export const getMtbf = defineRoute('GET /api/assets/:id/mtbf', {
  access: 'apps',
  summary: 'Get the measured MTBF of an asset from its last calculation, with the data used',
  response: measuredMtbf,
});

export const calculateMtbf = defineRoute('PUT /api/assets/:id/mtbf/calc', {
  access: 'write:asset',
  summary:
    'Recalculate the measured MTBF of an asset; if it changes, the old value is kept as `previousMtbf`',
  response: measuredMtbf,
});
