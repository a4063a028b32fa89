import { z } from 'zod';
import { id, idParams, isoDuration } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** What a measured MTBF was calculated from. */
export const mtbfBasis = z
  .object({
    window: z
      .object({ from: z.iso.datetime(), to: z.iso.datetime() })
      .nullable()
      .describe('From the later of the twin’s start and the oldest work to the calculation'),
    twinStart: z.iso.datetime().nullable(),
    workCount: z.number().int().describe('Work begun or completed, of every kind'),
    failureCount: z.number().int(),
    downtime: isoDuration.describe('In which failures were being put right, as far as it is known'),
    failures: z
      .array(
        z.object({
          start: z.iso.datetime(),
          end: z.iso.datetime(),
          work: z.array(z.object({ id, name: z.string(), number: z.string().nullable() })),
        }),
      )
      .describe('The latest first; at most 20'),
  })
  .meta({ id: 'MtbfBasis' });
export type MtbfBasis = z.infer<typeof mtbfBasis>;

/** The two lengths of time that are shown of a measured MTBF. */
export const failureData = z
  .object({
    mtbf: isoDuration.nullable().describe('Null without a failure: then it is longer than the window'),
    previousMtbf: isoDuration.nullable().describe('What it was before it last changed'),
  })
  .meta({ id: 'FailureData' });
export type FailureData = z.infer<typeof failureData>;

/** The mean time between failures that an asset’s completed corrective work shows. */
export const measuredMtbf = z
  .object({
    assetId: id,
    failureData,
    calculatedAt: z.iso.datetime().nullable().describe('Null before the first calculation'),
    lowConfidence: z.boolean().describe('Fewer than 3 failures'),
    basis: mtbfBasis.nullable().describe('Null before the first calculation'),
  })
  .meta({ id: 'MeasuredMtbf' });
export type MeasuredMtbf = z.infer<typeof measuredMtbf>;

export const getMtbf = defineRoute({
  method: 'GET',
  path: '/api/assets/:id/mtbf',
  access: 'apps',
  tag: 'Assets',
  summary: 'The measured MTBF of an asset as it was last calculated, and from what',
  params: idParams,
  response: measuredMtbf,
});

export const calculateMtbf = defineRoute({
  method: 'PUT',
  path: '/api/assets/:id/mtbf/calc',
  access: 'write:asset',
  tag: 'Assets',
  summary: 'Calculate the measured MTBF of an asset anew; the previous one is kept if it changed',
  params: idParams,
  response: measuredMtbf,
});
