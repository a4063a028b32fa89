import { z } from 'zod';
import { defineRoute } from '../core/route.ts';

/** What the tenant has of the library of twin models; private models don't count. */
export const libraryStatus = z
  .object({
    available: z.boolean().describe('Whether a model has a published version'),
    version: z
      .string()
      .nullable()
      .describe('When the newest version was published, as ISO 8601; null without one'),
    lastSync: z.iso
      .datetime()
      .nullable()
      .describe('When models were last read from a remote library; null without one'),
    modelCount: z.number().int().describe('Models with a published version'),
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
