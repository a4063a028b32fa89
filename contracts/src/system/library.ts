import { z } from 'zod';
import { defineRoute } from '../core/route.ts';

/** What the tenant has of the library of twin models. */
export const libraryStatus = z
  .object({
    available: z.boolean(),
    version: z.string().nullable(),
    lastSync: z.iso.datetime().nullable(),
    modelCount: z.number().int(),
  })
  .meta({ id: 'LibraryStatus' });
export type LibraryStatus = z.infer<typeof libraryStatus>;

export const getLibraryStatus = defineRoute({
  method: 'GET',
  path: '/api/library/status',
  access: 'signed-in',
  tag: 'Library',
  summary: 'Whether there is a library of twin models, and how old it is',
  response: libraryStatus,
});
