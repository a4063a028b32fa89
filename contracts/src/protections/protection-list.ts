import { z } from 'zod';
import { returnsFile } from '../core/content-types.ts';
import { listBody, listCall, listExample } from '../core/list.ts';
import { exportQuery } from '../core/list-export.ts';
import { id } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { furtherFields, furtherFilter } from '../records/field.ts';
import { protectionTypes, silentSince, staleInput } from './protection.ts';
import { shelving } from './shelving.ts';
import { level } from './threshold.ts';

const defineRoute = routeGroup('Protections');

/** A protection in the list of all protections of the plant. */
export const listedProtection = z
  .object({
    id,
    name: z.string(),
    type: z.literal('indicator'),
    subType: z.enum(protectionTypes),
    twinId: id,
    assetId: id,
    assetName: z.string(),
    location: z.array(z.string()).describe('Ancestors of the asset, from the root down'),
    active: z.boolean().describe('Whether both the protection and its twin are active'),
    level: level.nullable().describe('Current level; null before the first evaluation'),
    drivingThresholdName: z.string().nullable(),
    since: z.iso.datetime().nullable().describe('Time of the last change of its level or driving threshold'),
    openExcursions: z.number().int(),
    stale: z.boolean(),
    staleInputs: z.array(staleInput),
    silentSince,
    error: z.string().nullable().describe('Why it can’t be evaluated; null without an error'),
    setAsideDate: z.iso
      .datetime()
      .nullable()
      .describe('When its evaluation was stopped because it needed too much work; null if it runs'),
    completion: z.number().int().describe('Completion in percent'),
    lastEvaluatedDate: z.iso.datetime().nullable(),
    shelving: shelving.nullable(),
    ...furtherFields,
  })
  .meta({ id: 'ListedProtection' });
export type ListedProtection = z.infer<typeof listedProtection>;

export const listProtections = defineRoute('POST /api/indicators/filters', {
  access: 'apps',
  summary: `List the protections of the plant, highest level first. Fields: Id, Name, Type, TwinId, AssetId, AssetName, AssetUniqueId, AssetPath, Location, Active, Level, DrivingThreshold, Since, OpenExcursions, Stale, StaleInputs (number of stale inputs), SilentSince, HasError, SetAside, Completion, LastEvaluated, Shelved, ShelvedUntil, TagId (of an input), SiteId (an ancestor of the twin’s asset), ClassId (a category, class or type)${furtherFilter}`,
  ...listCall,
  example: listExample('Name', 'Over'),
  response: z.array(listedProtection),
});

/** Columns of an exported list of protections; named as on the screen where they are shown there. */
export const protectionExportColumns = [
  'name',
  'asset',
  'location',
  'type',
  'level',
  'driving',
  'since',
  'open',
  'state',
  'completion',
  'evaluated',
] as const;

export const exportProtections = defineRoute('POST /api/indicators/export', {
  access: 'apps',
  reads: true,
  summary: 'Export a list of protections of the plant as a file',
  query: exportQuery(protectionExportColumns),
  body: listBody,
  ...returnsFile('csv', 'xlsx'),
});

/** Number of protections in service (active, of active twins, not shelved) by level and type, and of the others. */
export const protectionLevels = z
  .object({
    total: z.number().int().describe('Number of protections in service'),
    unknown: z.number().int().describe('Number in service that were never evaluated'),
    buckets: z.array(z.object({ from: level, to: level, count: z.number().int() })),
    types: z.array(z.object({ type: z.enum(protectionTypes), count: z.number().int() })),
    shelved: z.number().int().describe('Number of active protections that are shelved'),
    inactive: z.number().int(),
  })
  .meta({ id: 'ProtectionLevels' });
export type ProtectionLevels = z.infer<typeof protectionLevels>;

export const getProtectionLevels = defineRoute('GET /api/indicators/levels', {
  access: 'apps',
  summary: 'Count the protections in each of the five ranges of levels, of each type, shelved and inactive',
  response: protectionLevels,
});
