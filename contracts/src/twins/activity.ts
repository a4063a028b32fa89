import { z } from 'zod';
import { workLifeCycleState } from '../assets/life-cycle.ts';
import { id, isoDuration, requiredText, text, version, wholeDollars } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { furtherChanges, furtherFields } from '../records/field.ts';

const defineRoute = routeGroup('Activities');

export const activityRenewals = ['none', 'all', 'failure-modes'] as const;
export type ActivityRenewal = (typeof activityRenewals)[number];

/** Recurring planned work on the asset of a twin. */
export const activity = z
  .object({
    id,
    twinId: id,
    tagAliasId: id.nullable().describe('Id of the input under which its work is recorded; null if none'),
    name: z.string(),
    description: z.string(),
    duration: isoDuration.nullable().describe('Planned duration'),
    cost: z.number().int().nullable().describe('Cost in whole dollars'),
    resource: z.string().describe('Person or equipment that does the work'),
    renews: z
      .enum(activityRenewals)
      .describe(
        'What its completed preventive work renews: nothing (none), the asset (all), or failure modes',
      ),
    failureModeIds: z
      .array(id)
      .describe('Ids of the failure modes that it renews, if `renews` is `failure-modes`'),
    lifeCycleState: z.null().describe('Always null, which means that it exists'),
    ...furtherFields,
    version: version.describe('Optimistic-lock version; increases with every change'),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof activity>;

const writable = {
  tagAliasId: id.nullable().default(null),
  name: requiredText(100),
  description: text(500).default(''),
  duration: isoDuration.nullable().default(null),
  cost: wholeDollars.nullable().default(null),
  resource: text(100).default(''),
  lifeCycleState: workLifeCycleState,
  ...furtherChanges,
};
const renewal = {
  renews: z.enum(activityRenewals),
  failureModeIds: z.array(id).max(500),
};

export const newActivity = z
  .strictObject({
    twinId: id,
    ...writable,
    renews: renewal.renews.default('none'),
    failureModeIds: renewal.failureModeIds.default([]),
  })
  .meta({ id: 'NewActivity' });
export type NewActivity = z.infer<typeof newActivity>;

export const activityChange = z
  .strictObject({
    ...writable,
    renews: renewal.renews.optional().describe('Omit to leave it unchanged'),
    failureModeIds: renewal.failureModeIds.optional().describe('Omit to leave them unchanged'),
    version: version.describe('Version that the change is based on'),
  })
  .meta({ id: 'ActivityChange' });
export type ActivityChange = z.infer<typeof activityChange>;

export const getTwinActivities = defineRoute('GET /api/twins/:id/activities', {
  access: 'apps',
  tag: 'Twins',
  summary: 'List the activities of a twin, by name; at most 1,000',
  response: z.array(activity),
});

export const createActivity = defineRoute('POST /api/activities', {
  access: 'write:twin',
  summary: 'Add an activity to a twin',
  body: newActivity,
  status: 201,
  response: activity,
});

export const updateActivity = defineRoute('PUT /api/activities/:id', {
  access: 'write:twin',
  summary: 'Change an activity',
  body: activityChange,
  response: activity,
});

export const deleteActivity = defineRoute('DELETE /api/activities/:id', {
  access: 'write:twin',
  summary: 'Delete an activity',
});
