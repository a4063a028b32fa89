import { z } from 'zod';
import { contentTypes } from '../core/content-types.ts';
import { listBody, listExample, paging } from '../core/list.ts';
import { exportQuery } from '../core/list-export.ts';
import { id } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { furtherFields, furtherFilter } from '../records/field.ts';
import { protectionTypes, silentSince, staleInput } from './protection.ts';
import { shelving } from './shelving.ts';
import { level } from './threshold.ts';

/** A protection as the list over the plant has it. */
export const listedProtection = z
  .object({
    id,
    name: z.string(),
    type: z.literal('indicator'),
    subType: z.enum(protectionTypes),
    twinId: id,
    assetId: id,
    assetName: z.string(),
    location: z.array(z.string()).describe('What the asset stands in, from the root down'),
    active: z.boolean().describe('Both the protection and its twin are'),
    level: level.nullable().describe('Null before the first evaluation'),
    drivingThresholdName: z.string().nullable(),
    since: z.iso.datetime().nullable().describe('When its level or what drives it changed last'),
    openExcursions: z.number().int(),
    stale: z.boolean(),
    staleInputs: z.array(staleInput),
    silentSince,
    error: z.string().nullable().describe('Why it cannot be evaluated'),
    setAsideDate: z.iso
      .datetime()
      .nullable()
      .describe('Since when it is not evaluated, as it needed too much work'),
    completion: z.number().int().describe('Percent'),
    lastEvaluatedDate: z.iso.datetime().nullable(),
    shelving: shelving.nullable(),
    ...furtherFields,
  })
  .meta({ id: 'ListedProtection' });
export type ListedProtection = z.infer<typeof listedProtection>;

export const listProtections = defineRoute({
  method: 'POST',
  path: '/api/indicators/filters',
  access: 'apps',
  tag: 'Protections',
  summary: `Protections over the plant, highest level first. Fields: Id, Name, Type, TwinId, AssetId, AssetName, AssetUniqueId, AssetPath, Location, Active, Level, DrivingThreshold, Since, OpenExcursions, Stale, StaleInputs (how many), SilentSince, HasError, SetAside, Completion, LastEvaluated, Shelved, ShelvedUntil, TagId (of an input), SiteId (an asset that its twin stands in), ClassId (a category, class or type)${furtherFilter}`,
  query: paging,
  body: listBody,
  example: listExample('Name', 'Over'),
  response: z.array(listedProtection),
  paged: true,
});

/** The columns of an exported list of protections; those of the list on the screen are named as there. */
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

export const exportProtections = defineRoute({
  method: 'POST',
  path: '/api/indicators/export',
  access: 'apps',
  reads: true,
  tag: 'Protections',
  summary: 'A list of protections over the plant as a file',
  query: exportQuery(protectionExportColumns),
  body: listBody,
  response: 'file',
  contentTypes: [contentTypes.csv, contentTypes.xlsx],
});

/** Protections in service (active, of active twins, not shelved) by level and by type, and the others. */
export const protectionLevels = z
  .object({
    total: z.number().int().describe('In service'),
    unknown: z.number().int().describe('In service, never evaluated'),
    buckets: z.array(z.object({ from: level, to: level, count: z.number().int() })),
    types: z.array(z.object({ type: z.enum(protectionTypes), count: z.number().int() })),
    shelved: z.number().int().describe('Active and shelved'),
    inactive: z.number().int(),
  })
  .meta({ id: 'ProtectionLevels' });
export type ProtectionLevels = z.infer<typeof protectionLevels>;

export const getProtectionLevels = defineRoute({
  method: 'GET',
  path: '/api/indicators/levels',
  access: 'apps',
  tag: 'Protections',
  summary:
    'How many protections are in each of the five buckets of levels, of each type, shelved and inactive',
  response: protectionLevels,
});
