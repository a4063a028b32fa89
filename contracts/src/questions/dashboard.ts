import { z } from 'zod';
import { listCall } from '../core/list.ts';
import { id, idParameter, requiredText, text, version } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { dashboardCard, dashboardVariables, gridColumns, maximumCards } from './dashboard-card.ts';
import { queryLengths, timeRange } from './query-definition.ts';

const defineRoute = routeGroup('Dashboards');

/** Built-in dashboards. They can be shown, chosen and copied, but not changed. */
export const readyMadeDashboards = [
  'plant-risk',
  'work-and-advisories',
  'data-health',
  'alarm-performance',
  'engine-fleet',
] as const;
export type ReadyMadeDashboard = (typeof readyMadeDashboards)[number];

/** The id of a dashboard, or the name of a built-in one. */
export const dashboardId = z
  .string()
  .max(40)
  .refine(
    (value) => /^[1-9]\d{0,9}$/.test(value) || (readyMadeDashboards as readonly string[]).includes(value),
    'Please give the id of a dashboard.',
  )
  .describe('Id of a dashboard, or name of a built-in one');

const dashboardSharings = ['private', 'tenant'] as const;
export type DashboardSharing = (typeof dashboardSharings)[number];

export const dashboardContent = z
  .strictObject({
    variables: z
      .array(z.enum(dashboardVariables))
      .max(dashboardVariables.length)
      .default([])
      .describe('Variables that can be chosen above the cards'),
    range: timeRange.default({ from: 'now-30d', to: 'now' }).describe('Initial range of the cards'),
    cards: z
      .array(dashboardCard)
      .max(maximumCards)
      .superRefine((cards, context) => {
        const seen = new Set<string>();
        for (const [place, card] of cards.entries()) {
          const refuse = (path: string, message: string) =>
            context.addIssue({ code: 'custom', path: [place, path], message });
          if (seen.has(card.id)) refuse('id', 'Please give each card its own id.');
          if (card.x + card.w > gridColumns) refuse('w', `The grid has ${gridColumns} columns.`);
          seen.add(card.id);
        }
      }),
  })
  .meta({ id: 'DashboardContent' });
export type DashboardContent = z.infer<typeof dashboardContent>;

const changeable = {
  name: requiredText(queryLengths.name),
  description: text(queryLengths.description).default(''),
  sharing: z
    .enum(dashboardSharings)
    .default('private')
    .describe('`tenant` shares it with everybody who may use the apps; only dashboard managers may share'),
  content: dashboardContent,
};

export const newDashboard = z.strictObject(changeable).meta({ id: 'NewDashboard' });
export type NewDashboard = z.infer<typeof newDashboard>;

export const dashboardChange = newDashboard
  .extend({ version: version.describe('Version of the dashboard that you edited') })
  .meta({ id: 'DashboardChange' });
export type DashboardChange = z.infer<typeof dashboardChange>;

export const dashboardSummary = z
  .object({
    id: dashboardId,
    name: z.string(),
    description: z.string(),
    sharing: z.enum(dashboardSharings),
    readyMade: z.boolean().describe('Whether it is built in and locked'),
    owner: z.object({ id, userName: z.string() }).nullable().describe('Owner; null for a built-in dashboard'),
    mayEdit: z.boolean(),
    cardCount: z.number().int(),
    updatedAt: z.iso.datetime().nullable().describe('Time of the last change; null for a built-in dashboard'),
    version,
  })
  .meta({ id: 'DashboardSummary' });
export type DashboardSummary = z.infer<typeof dashboardSummary>;

export const dashboard = dashboardSummary.extend({ content: dashboardContent }).meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof dashboard>;

export const dashboardVersion = z
  .object({
    version,
    name: z.string(),
    savedAt: z.iso.datetime(),
    savedBy: z.string().nullable().describe('User name; null if the user was deleted'),
    cardCount: z.number().int(),
  })
  .meta({ id: 'DashboardVersion' });
export type DashboardVersion = z.infer<typeof dashboardVersion>;

const params = z.object({ id: dashboardId });

export const listDashboards = defineRoute('POST /api/dashboards/filters', {
  access: 'apps',
  summary:
    'List your own and the shared dashboards. Fields: Id, Name, Description, Sharing, Owner, UpdatedAt',
  ...listCall,
  response: z.array(dashboardSummary),
});

export const listReadyMadeDashboards = defineRoute('GET /api/dashboards/ready-made', {
  access: 'apps',
  summary: 'List the built-in dashboards',
  response: z.array(dashboardSummary),
});

export const getDashboard = defineRoute('GET /api/dashboards/:id', {
  access: 'apps',
  summary: 'Get a dashboard with its cards',
  params,
  response: dashboard,
});

export const createDashboard = defineRoute('POST /api/dashboards', {
  access: 'apps',
  summary: 'Create a dashboard. Dashboard managers may share it',
  body: newDashboard,
  status: 201,
  response: dashboard,
});

export const updateDashboard = defineRoute('PUT /api/dashboards/:id', {
  access: 'apps',
  summary: 'Update a dashboard. Returns 409 with the current dashboard if the version is outdated',
  params,
  body: dashboardChange,
  response: dashboard,
});

export const deleteDashboard = defineRoute('DELETE /api/dashboards/:id', {
  access: 'apps',
  summary: 'Delete a dashboard and its versions',
  params,
});

export const copyDashboard = defineRoute('POST /api/dashboards/:id/copy', {
  access: 'apps',
  summary: 'Copy a dashboard as a private one',
  params,
  body: z.strictObject({ name: requiredText(queryLengths.name) }),
  status: 201,
  response: dashboard,
});

export const listDashboardVersions = defineRoute('GET /api/dashboards/:id/versions', {
  access: 'apps',
  summary: 'List the versions of a dashboard, latest first. At most 100 are kept',
  params,
  response: z.array(dashboardVersion),
});

export const restoreDashboardVersion = defineRoute(
  'POST /api/dashboards/:id/versions/:savedVersion/restore',
  {
    access: 'apps',
    summary: 'Restore the name and cards of an earlier version of a dashboard, as a new version',
    params: params.extend({ savedVersion: idParameter }),
    body: z.strictObject({ version: version.describe('Current version of the dashboard') }),
    response: dashboard,
  },
);

/** The start dashboard of a user, and who chose it. */
export const startDashboard = z
  .object({
    id: dashboardId,
    chosenBy: z.enum(['user', 'group', 'product']),
  })
  .meta({ id: 'StartDashboard' });
export type StartDashboard = z.infer<typeof startDashboard>;

const startChoice = z
  .strictObject({
    id: dashboardId.nullable().describe('Id or name of the dashboard; null to reset the choice'),
  })
  .meta({ id: 'StartDashboardChoice' });

export const getStartDashboard = defineRoute('GET /api/settings/user/start-dashboard', {
  access: 'apps',
  summary: 'Get the start dashboard of the user: their own choice, else that of their group, else Plant risk',
  response: startDashboard,
});

export const setStartDashboard = defineRoute('POST /api/settings/user/start-dashboard', {
  access: 'apps',
  summary: 'Choose the start dashboard of the user',
  body: startChoice,
  record: startDashboard,
  response: startDashboard,
});

const groupName = z.object({ name: z.string().max(60) });

export const groupStart = z
  .object({ group: z.string(), caption: z.string(), id: dashboardId.nullable() })
  .meta({ id: 'GroupStartDashboard' });
export type GroupStart = z.infer<typeof groupStart>;

export const listGroupStarts = defineRoute('GET /api/dashboards/groups', {
  access: 'queries',
  summary: 'List the groups with the start dashboards of their members',
  response: z.array(groupStart),
});

export const setGroupStart = defineRoute('PUT /api/dashboards/groups/:name', {
  access: 'queries',
  summary: 'Choose the start dashboard for the members of a group: a shared or a built-in one',
  params: groupName,
  body: startChoice,
  response: z.array(groupStart),
});
