import { z } from 'zod';
import { id, integerBetween, timeZone } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { dashboardId } from './dashboard.ts';
import { cardValues } from './dashboard-data.ts';
import { parameterValues } from './query-definition.ts';

/** Dashboards and queries that are mailed to users. A report shows what its reader may read at the time of sending. */

const reportPeriods = ['daily', 'weekly', 'monthly'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** The maximum number of subscriptions of a user. */
export const maximumSubscriptions = 50;

export const reportSubject = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('dashboard'),
      id: dashboardId,
      values: cardValues
        .nullable()
        .default(null)
        .describe('Filters of the dashboard; null for its own range and all twins'),
    }),
    z.strictObject({ kind: z.literal('query'), id, parameters: parameterValues.default({}) }),
  ])
  .meta({ id: 'ReportSubject' });
export type ReportSubject = z.infer<typeof reportSubject>;

const schedule = {
  period: z.enum(reportPeriods).describe('`weekly` sends on Mondays, `monthly` on the first of the month'),
  hour: integerBetween(0, 23),
  timeZone,
};

export const newReportSubscription = z
  .strictObject({ subject: reportSubject, ...schedule })
  .meta({ id: 'NewReportSubscription' });
export type NewReportSubscription = z.infer<typeof newReportSubscription>;

export const reportSchedule = z.strictObject(schedule).meta({ id: 'ReportSchedule' });
export type ReportSchedule = z.infer<typeof reportSchedule>;

export const reportSubscription = z
  .object({
    id,
    subject: reportSubject,
    name: z.string().describe('Name of the dashboard or query when it was last read'),
    ...schedule,
    nextAt: z.iso.datetime(),
    lastAt: z.iso.datetime().nullable().describe('Time of the last mail; null before the first'),
    failedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time of the last failed attempt; null after a mail was created'),
    failure: z.string().nullable().describe('Error of the last failed attempt'),
  })
  .meta({ id: 'ReportSubscription' });
export type ReportSubscription = z.infer<typeof reportSubscription>;

export const failedReport = reportSubscription
  .pick({ id: true, name: true })
  .extend({
    userName: z.string(),
    failedAt: z.iso.datetime(),
    failure: z.string(),
    nextAt: z.iso.datetime().describe('Time of the next attempt'),
  })
  .meta({ id: 'FailedReport' });
export type FailedReport = z.infer<typeof failedReport>;

const defineRoute = routeGroup('Reports by mail');

export const listReportSubscriptions = defineRoute('GET /api/report-subscriptions', {
  access: 'apps',
  summary: 'List the report subscriptions of the user',
  response: z.array(reportSubscription),
});

export const listFailedReports = defineRoute('GET /api/report-subscriptions/failures', {
  access: 'system',
  summary: 'List the reports of all users whose last attempt failed, latest first: at most 100',
  response: z.array(failedReport),
});

export const createReportSubscription = defineRoute('POST /api/report-subscriptions', {
  access: 'apps',
  summary: 'Create a subscription to a dashboard or a query',
  body: newReportSubscription,
  status: 201,
  response: reportSubscription,
});

export const updateReportSubscription = defineRoute('PUT /api/report-subscriptions/:id', {
  access: 'apps',
  summary: 'Update the schedule of a report',
  body: reportSchedule,
  response: reportSubscription,
});

export const deleteReportSubscription = defineRoute('DELETE /api/report-subscriptions/:id', {
  access: 'apps',
  summary: 'Delete a report subscription',
});

export const sendReport = defineRoute('POST /api/report-subscriptions/:id/send', {
  access: 'apps',
  summary: 'Send a report within a minute, in addition to its schedule',
  rateLimit: 10,
});
