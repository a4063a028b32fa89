import { z } from 'zod';
import { commandReference } from '../core/command.ts';
import { defineRoute } from '../core/route.ts';

/** Kinds of records of the demo, or added to it by users. */
const demoKinds = [
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
    isLoaded: z.boolean().describe('Whether records of the demo exist'),
    isLiving: z.boolean().describe('Whether its recorded data are replayed in real time'),
    records: counts.describe('Records of the demo that still exist'),
    own: counts.describe('Records that users added to those of the demo; clearing it deletes them too'),
    commandId: z
      .uuid()
      .nullable()
      .describe('Id of the command that clears or loads the demo; null if none is running'),
  })
  .meta({ id: 'DemoStatus' });
export type DemoStatus = z.infer<typeof demoStatus>;

export const getDemo = defineRoute({
  method: 'GET',
  path: '/api/settings/system/demo',
  access: 'system',
  tag: 'System',
  summary: 'Get the records of the demo, and the users’ own records that clearing it would delete',
  response: demoStatus,
});

export const clearDemo = defineRoute({
  method: 'POST',
  path: '/api/settings/system/demo/clear',
  access: 'system',
  tag: 'System',
  summary:
    'Delete all records of the demo with everything that belongs to them. A restart doesn’t load it again',
  status: 202,
  response: commandReference,
});

export const loadDemo = defineRoute({
  method: 'POST',
  path: '/api/settings/system/demo/load',
  access: 'system',
  tag: 'System',
  summary: 'Load the demo if it isn’t loaded',
  status: 202,
  response: commandReference,
});

export const restartDemo = defineRoute({
  method: 'POST',
  path: '/api/settings/system/demo/restart',
  access: 'system',
  tag: 'System',
  summary: 'Delete the recorded demo and load it again, replayed in real time',
  status: 202,
  response: commandReference,
});
