import { z } from 'zod';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Library');

/** The status of the tenant's library of twin models, without private models. */
export const libraryStatus = z
  .object({
    available: z.boolean().describe('Whether the library has a published model'),
    version: z
      .string()
      .nullable()
      .describe('Publication time of the newest version, as ISO 8601; null without one'),
    lastSync: z.iso
      .datetime()
      .nullable()
      .describe('Time of the last sync with a remote library; null without one'),
    modelCount: z.number().int().describe('Number of models with a published version'),
  })
  .meta({ id: 'LibraryStatus' });
export type LibraryStatus = z.infer<typeof libraryStatus>;

export const getLibraryStatus = defineRoute('GET /api/library/status', {
  access: 'signed-in',
  summary: 'Get whether a library of twin models is available, and its age',
  response: libraryStatus,
});
