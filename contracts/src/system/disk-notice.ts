import { z } from 'zod';
import { defineRoute } from '../core/route.ts';

export const diskNotice = z
  .object({
    lastFull: z
      .object({ from: z.iso.datetime(), until: z.iso.datetime() })
      .nullable()
      .describe('When the disk of the database was last full within 30 days; null if it was not'),
  })
  .meta({ id: 'DiskNotice' });
export type DiskNotice = z.infer<typeof diskNotice>;

export const getDiskNotice = defineRoute({
  method: 'GET',
  path: '/api/settings/system/disk',
  access: 'system',
  tag: 'System',
  summary: 'Get when the disk of the database was last full',
  response: diskNotice,
});
