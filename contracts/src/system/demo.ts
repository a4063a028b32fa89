import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('System');

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

export const getDemo = defineRoute('GET /api/settings/system/demo', {
  access: 'system',
  summary: 'Get the records of the demo, and the users’ own records that clearing it would delete',
  response: demoStatus,
});

export const clearDemo = defineRoute('POST /api/settings/system/demo/clear', {
  access: 'system',
  summary:
    'Delete all records of the demo with everything that belongs to them. A restart doesn’t load it again',
  ...startsCommand,
});

export const loadDemo = defineRoute('POST /api/settings/system/demo/load', {
  access: 'system',
  summary: 'Load the demo if it isn’t loaded',
  ...startsCommand,
});

export const restartDemo = defineRoute('POST /api/settings/system/demo/restart', {
  access: 'system',
  summary: 'Delete the recorded demo and load it again, replayed in real time',
  ...startsCommand,
});
