import { z } from 'zod';
import { requiredText, text } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { dashboard, dashboardContent, dashboardId } from './dashboard.ts';
import { queryDefinition } from './query-definition.ts';

/** Dashboards as files: moved to another database with the queries that they show. */

/** Names by which another database knows the records of cards, by the id that the cards hold. */
const names = z.record(z.string().regex(/^\d{1,10}$/), z.string().max(500)).default({});

export const dashboardPackage = z
  .strictObject({
    format: z.literal('twinward-dashboard'),
    formatVersion: z.literal(1),
    name: requiredText(100),
    description: text(500).default(''),
    content: dashboardContent,
    queries: z
      .array(
        z.strictObject({
          id: z.number().int(),
          name: requiredText(100),
          description: text(500).default(''),
          definition: queryDefinition,
        }),
      )
      .max(200)
      .default([]),
    tags: names.describe('Name by id'),
    protections: names.describe(
      'Unique id of the asset and name of the protection, joined by a slash, by id',
    ),
    analyses: names.describe('Name by id'),
  })
  .meta({ id: 'DashboardPackage' });
export type DashboardPackage = z.infer<typeof dashboardPackage>;

export const importedDashboard = z
  .object({
    dashboard,
    createdQueries: z.array(z.string()).describe('Names of the queries that were added'),
    missing: z
      .array(z.string())
      .describe('What is not in this database: the cards that show it were left out'),
  })
  .meta({ id: 'ImportedDashboard' });
export type ImportedDashboard = z.infer<typeof importedDashboard>;

const tag = 'Dashboards';

export const exportDashboard = defineRoute({
  method: 'GET',
  path: '/api/dashboards/:id/export',
  access: 'apps',
  tag,
  summary: 'A dashboard with its queries, to import into another database',
  params: z.object({ id: dashboardId }),
  response: dashboardPackage,
});

export const importDashboard = defineRoute({
  method: 'POST',
  path: '/api/dashboards/import',
  access: 'queries',
  tag,
  summary: 'Add a private dashboard from an export; queries that are not there yet are added as private ones',
  body: dashboardPackage,
  bodyLimit: 4 * 1024 * 1024,
  status: 201,
  response: importedDashboard,
});
