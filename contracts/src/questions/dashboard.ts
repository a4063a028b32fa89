import { z } from 'zod';
import { listBody, paging } from '../core/list.ts';
import { id, idParameter, requiredText, text, version } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { dashboardCard, dashboardVariables, gridColumns, maximumCards } from './dashboard-card.ts';
import { queryLengths, timeRange } from './query-definition.ts';

const tag = 'Dashboards';

/** Dashboards of the product. They are shown, chosen and copied, and can't be changed. */
export const readyMadeDashboards = [
  'plant-risk',
  'work-and-advisories',
  'data-health',
  'alarm-performance',
  'engine-fleet',
] as const;
export type ReadyMadeDashboard = (typeof readyMadeDashboards)[number];

/** The id of a dashboard, or the name of one of the product. */
export const dashboardId = z
  .string()
  .max(40)
  .refine(
    (value) => /^[1-9]\d{0,9}$/.test(value) || (readyMadeDashboards as readonly string[]).includes(value),
    'Please give the id of a dashboard.',
  )
  .describe('A number, or the name of a dashboard of the product');

export const dashboardSharings = ['private', 'tenant'] as const;
export type DashboardSharing = (typeof dashboardSharings)[number];

export const dashboardContent = z
  .strictObject({
    variables: z
      .array(z.enum(dashboardVariables))
      .max(dashboardVariables.length)
      .default([])
      .describe('Those that can be chosen above the cards'),
    range: timeRange
      .default({ from: 'now-30d', to: 'now' })
      .describe('Of the cards, until another is chosen'),
    cards: z
      .array(dashboardCard)
      .max(maximumCards)
      .superRefine((cards, context) => {
        const seen = new Set<string>();
        for (const [place, card] of cards.entries()) {
          const refuse = (path: string, message: string) =>
            context.addIssue({ code: 'custom', path: [place, path], message });
          if (seen.has(card.id)) refuse('id', 'Please give each card an id of its own.');
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
    .describe('tenant: everybody who may see the apps opens it; only dashboard managers share'),
  content: dashboardContent,
};

export const newDashboard = z.strictObject(changeable).meta({ id: 'NewDashboard' });
export type NewDashboard = z.infer<typeof newDashboard>;

export const dashboardChange = newDashboard
  .extend({ version: version.describe('Of the dashboard that was changed') })
  .meta({ id: 'DashboardChange' });
export type DashboardChange = z.infer<typeof dashboardChange>;

export const dashboardSummary = z
  .object({
    id: dashboardId,
    name: z.string(),
    description: z.string(),
    sharing: z.enum(dashboardSharings),
    readyMade: z.boolean().describe('Of the product, and locked'),
    owner: z.object({ id, userName: z.string() }).nullable().describe('Null for a dashboard of the product'),
    mayEdit: z.boolean(),
    cardCount: z.number().int(),
    updatedAt: z.iso.datetime().nullable().describe('Null for a dashboard of the product'),
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
    savedBy: z.string().nullable().describe('User name; null once the user is deleted'),
    cardCount: z.number().int(),
  })
  .meta({ id: 'DashboardVersion' });
export type DashboardVersion = z.infer<typeof dashboardVersion>;

const params = z.object({ id: dashboardId });

export const listDashboards = defineRoute({
  method: 'POST',
  path: '/api/dashboards/filters',
  access: 'apps',
  tag,
  summary: 'Own and shared dashboards. Fields: Id, Name, Description, Sharing, Owner, UpdatedAt',
  query: paging,
  body: listBody,
  response: z.array(dashboardSummary),
  paged: true,
});

export const listReadyMadeDashboards = defineRoute({
  method: 'GET',
  path: '/api/dashboards/ready-made',
  access: 'apps',
  tag,
  summary: 'The dashboards of the product',
  response: z.array(dashboardSummary),
});

export const getDashboard = defineRoute({
  method: 'GET',
  path: '/api/dashboards/:id',
  access: 'apps',
  tag,
  summary: 'One dashboard with its cards',
  params,
  response: dashboard,
});

export const createDashboard = defineRoute({
  method: 'POST',
  path: '/api/dashboards',
  access: 'apps',
  tag,
  summary: 'Add a dashboard of the user; dashboard managers may share it',
  body: newDashboard,
  status: 201,
  response: dashboard,
});

export const updateDashboard = defineRoute({
  method: 'PUT',
  path: '/api/dashboards/:id',
  access: 'apps',
  tag,
  summary: 'Change a dashboard; a conflict answers with the dashboard as it is now',
  params,
  body: dashboardChange,
  response: dashboard,
});

export const deleteDashboard = defineRoute({
  method: 'DELETE',
  path: '/api/dashboards/:id',
  access: 'apps',
  tag,
  summary: 'Delete a dashboard with its versions',
  params,
  status: 204,
});

export const copyDashboard = defineRoute({
  method: 'POST',
  path: '/api/dashboards/:id/copy',
  access: 'apps',
  tag,
  summary: 'Add a private dashboard with the cards of another',
  params,
  body: z.strictObject({ name: requiredText(queryLengths.name) }),
  status: 201,
  response: dashboard,
});

export const listDashboardVersions = defineRoute({
  method: 'GET',
  path: '/api/dashboards/:id/versions',
  access: 'apps',
  tag,
  summary: 'The versions of a dashboard, latest first; at most 100 are kept',
  params,
  response: z.array(dashboardVersion),
});

export const restoreDashboardVersion = defineRoute({
  method: 'POST',
  path: '/api/dashboards/:id/versions/:savedVersion/restore',
  access: 'apps',
  tag,
  summary: 'Give a dashboard the name and cards of an earlier version, as a new version',
  params: params.extend({ savedVersion: idParameter }),
  body: z.strictObject({ version: version.describe('Of the dashboard as it is') }),
  response: dashboard,
});

/** The dashboard that opens without an id, and who chose it. */
export const startDashboard = z
  .object({
    id: dashboardId,
    chosenBy: z.enum(['user', 'group', 'product']),
  })
  .meta({ id: 'StartDashboard' });
export type StartDashboard = z.infer<typeof startDashboard>;

const startChoice = z
  .strictObject({ id: dashboardId.nullable().describe('Null: none of its own') })
  .meta({ id: 'StartDashboardChoice' });

export const getStartDashboard = defineRoute({
  method: 'GET',
  path: '/api/settings/user/start-dashboard',
  access: 'apps',
  tag,
  summary: 'The dashboard that the user starts with: their own, else that of their group, else Plant risk',
  response: startDashboard,
});

export const setStartDashboard = defineRoute({
  method: 'POST',
  path: '/api/settings/user/start-dashboard',
  access: 'apps',
  tag,
  summary: 'Choose the dashboard that the user starts with',
  body: startChoice,
  record: startDashboard,
  response: startDashboard,
});

const groupName = z.object({ name: z.string().max(60) });

export const groupStart = z
  .object({ group: z.string(), caption: z.string(), id: dashboardId.nullable() })
  .meta({ id: 'GroupStartDashboard' });
export type GroupStart = z.infer<typeof groupStart>;

export const listGroupStarts = defineRoute({
  method: 'GET',
  path: '/api/dashboards/groups',
  access: 'queries',
  tag,
  summary: 'The groups, each with the dashboard that its members start with',
  response: z.array(groupStart),
});

export const setGroupStart = defineRoute({
  method: 'PUT',
  path: '/api/dashboards/groups/:name',
  access: 'queries',
  tag,
  summary: 'Choose the dashboard that the members of a group start with; a shared one, or one of the product',
  params: groupName,
  body: startChoice,
  response: z.array(groupStart),
});
