import { z } from 'zod';
import { requiredText, text } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { dashboard, dashboardContent, dashboardId } from './dashboard.ts';
import { queryDefinition } from './query-definition.ts';

/** Dashboards as files, for another database, with the queries that they show. */

/** Names that identify the records of cards in another database, by the id in the cards. */
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
    tags: names.describe('Names of tags by id'),
    protections: names.describe(
      'Protections by id, as unique id of the asset and name of the protection, joined by a slash',
    ),
    analyses: names.describe('Names of risk analyses by id'),
  })
  .meta({ id: 'DashboardPackage' });
export type DashboardPackage = z.infer<typeof dashboardPackage>;

export const importedDashboard = z
  .object({
    dashboard,
    createdQueries: z.array(z.string()).describe('Names of the queries that were created'),
    missing: z
      .array(z.string())
      .describe('Records that are missing in this database; the cards that show them were left out'),
  })
  .meta({ id: 'ImportedDashboard' });
export type ImportedDashboard = z.infer<typeof importedDashboard>;

const defineRoute = routeGroup('Dashboards');

export const exportDashboard = defineRoute('GET /api/dashboards/:id/export', {
  access: 'apps',
  summary: 'Export a dashboard with its queries, for import into another database',
  params: z.object({ id: dashboardId }),
  response: dashboardPackage,
});

export const importDashboard = defineRoute('POST /api/dashboards/import', {
  access: 'queries',
  summary: 'Import a dashboard as a private one. Missing queries are created as private ones',
  body: dashboardPackage,
  bodyLimit: 4 * 1024 * 1024,
  status: 201,
  response: importedDashboard,
});
