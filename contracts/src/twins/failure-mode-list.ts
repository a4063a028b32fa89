import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { listBody, listCall } from '../core/list.ts';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { furtherFields, furtherFilter } from '../records/field.ts';

const defineRoute = routeGroup('Failure modes');

/** A failure mode in the list of all failure modes. */
export const listedFailureMode = z
  .object({
    id,
    name: z.string(),
    mechanism: z.string().nullable().describe('Code of ISO 14224, table B.2'),
    twinId: id,
    assetName: z.string(),
    assetUniqueId: z.string(),
    assetClassLabel: z.string().describe('category - class - type'),
    twinActive: z.boolean(),
    inService: z.boolean().describe('Whether the asset is in service today'),
    probability: z.number().int().nullable().describe('In percent'),
    consequence: z.number().int().nullable(),
    risk: z.number().nullable().describe('Probability / 100 x consequence'),
    isProtected: z.boolean().describe('Whether an active protection of an active twin covers it'),
    protections: z.array(z.object({ id, name: z.string(), active: z.boolean() })).describe('Sorted by name'),
    ...furtherFields,
  })
  .meta({ id: 'ListedFailureMode' });
export type ListedFailureMode = z.infer<typeof listedFailureMode>;

export const listFailureModes = defineRoute('POST /api/failure-modes/filters', {
  access: 'apps',
  summary: `List the failure modes of all twins, highest risk first. Fields: Id, Name, Mechanism, TwinId, AssetName, AssetUniqueId, AssetClass, TwinActive, InService, Probability, Consequence, Risk, IsProtected${furtherFilter}`,
  ...listCall,
  response: z.array(listedFailureMode),
});

/** The failure modes of assets in service, with and without an active protection. */
export const failureModeCoverage = z
  .object({
    covered: z.number().int(),
    uncovered: z.number().int(),
    coveredRisk: z.number(),
    uncoveredRisk: z.number(),
    uncoveredWithoutRisk: z
      .number()
      .int()
      .describe('Number of uncovered failure modes without a probability or a consequence'),
  })
  .meta({ id: 'FailureModeCoverage' });
export type FailureModeCoverage = z.infer<typeof failureModeCoverage>;

export const getFailureModeCoverage = defineRoute('GET /api/failure-modes/coverage', {
  access: 'apps',
  summary:
    'Get the number and risk of the failure modes of assets in service, with and without an active protection',
  response: failureModeCoverage,
});

/** The maximum number of rows of an exported workbook. */
export const maximumExportedFailureModes = 100_000;

export const exportFailureModes = defineRoute('POST /api/failure-modes/export', {
  access: 'apps',
  reads: true,
  summary: 'Export a list of failure modes to an xlsx workbook',
  body: listBody,
  ...returnsFile('xlsx'),
});
