import { z } from 'zod';
import { commandReference } from '../core/command.ts';
import { defineRoute } from '../core/route.ts';

/** Kinds of records that the demo makes, or that people add to them. */
export const demoKinds = [
  'asset',
  'twin',
  'tag',
  'input',
  'protection',
  'failure mode',
  'activity',
  'marked range',
  'advisory',
  'work',
  'record',
  'record type',
  'benchmark',
  'risk analysis',
  'query',
  'dashboard',
  'twin model',
  'asset of a risk analysis',
] as const;
export type DemoKind = (typeof demoKinds)[number];

const counts = z.array(z.object({ kind: z.enum(demoKinds), count: z.number().int() }));

export const demoStatus = z
  .object({
    isLoaded: z.boolean().describe('Whether records of the demo are there'),
    isLiving: z.boolean().describe('Whether its recorded data are replayed against the clock'),
    records: counts.describe('Records that the demo made and that are still there'),
    own: counts.describe('Records that people added to those of the demo: clearing it deletes them too'),
    commandId: z.uuid().nullable().describe('Of the command that clears or loads it; null while none does'),
  })
  .meta({ id: 'DemoStatus' });
export type DemoStatus = z.infer<typeof demoStatus>;

export const getDemo = defineRoute({
  method: 'GET',
  path: '/api/settings/system/demo',
  access: 'system',
  tag: 'System',
  summary: 'Which records the demo made, and what of people’s own would go with them',
  response: demoStatus,
});

export const clearDemo = defineRoute({
  method: 'POST',
  path: '/api/settings/system/demo/clear',
  access: 'system',
  tag: 'System',
  summary: 'Delete every record of the demo with what belongs to it; a restart does not load it again',
  status: 202,
  response: commandReference,
});

export const loadDemo = defineRoute({
  method: 'POST',
  path: '/api/settings/system/demo/load',
  access: 'system',
  tag: 'System',
  summary: 'Load the demo where it is not',
  status: 202,
  response: commandReference,
});

export const restartDemo = defineRoute({
  method: 'POST',
  path: '/api/settings/system/demo/restart',
  access: 'system',
  tag: 'System',
  summary: 'Delete the demo as it was recorded, and load it so that it is replayed against the clock',
  status: 202,
  response: commandReference,
});
