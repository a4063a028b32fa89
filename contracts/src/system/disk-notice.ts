import { z } from 'zod';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('System');

export const diskNotice = z
  .object({
    lastFull: z
      .object({ from: z.iso.datetime(), until: z.iso.datetime() })
      .nullable()
      .describe('When the disk of the database was last full within 30 days; null if it was not'),
  })
  .meta({ id: 'DiskNotice' });
export type DiskNotice = z.infer<typeof diskNotice>;

export const getDiskNotice = defineRoute('GET /api/settings/system/disk', {
  access: 'system',
  summary: 'Get when the disk of the database was last full',
  response: diskNotice,
});
