import { useMutation } from '@tanstack/react-query';
import type {
  createReportSubscription,
  deleteReportSubscription,
  listFailedReports,
  listReportSubscriptions,
  NewReportSubscription,
  ReportSchedule,
  ReportSubscription,
  sendReport,
  updateReportSubscription,
} from '@twinward/contracts/questions/report-subscription';
import { useApiMutation } from '../api/api-mutation.ts';
import { useApiQuery } from '../api/api-query.ts';
import { call } from '../api/http.ts';

const meta = { renews: ['report-subscriptions'] as const };

export const useReportSubscriptions = () =>
  useApiQuery<typeof listReportSubscriptions>(['report-subscriptions', {}], 'GET /api/report-subscriptions');

/** The reports of all users whose last attempt failed, for administrators. */
export const useFailedReports = (enabled: boolean) =>
  useApiQuery<typeof listFailedReports>(
    ['report-subscriptions', { of: 'all' }],
    'GET /api/report-subscriptions/failures',
    {},
    { enabled },
  );

const create = (body: NewReportSubscription) =>
  call<typeof createReportSubscription>('POST /api/report-subscriptions', { body });

const remove = ({ id }: ReportSubscription) =>
  call<typeof deleteReportSubscription>('DELETE /api/report-subscriptions/:id', { params: { id } });

export const useCreateReportSubscription = () =>
  useMutation({
    mutationFn: create,
    meta: { ...meta, undo: (created: ReportSubscription) => () => remove(created) },
  });

const change = ({ id }: ReportSubscription, body: ReportSchedule) =>
  call<typeof updateReportSubscription>('PUT /api/report-subscriptions/:id', { params: { id }, body });

interface ScheduleChange {
  report: ReportSubscription;
  schedule: ReportSchedule;
}

export const useUpdateReportSubscription = () =>
  useMutation({
    mutationFn: ({ report, schedule }: ScheduleChange) => change(report, schedule),
    meta: {
      ...meta,
      // Only its owner changes a report, so it has no version.
      undo:
        (_: unknown, { report }: ScheduleChange) =>
        () => {
          const { period, hour, timeZone } = report;
          return change(report, { period, hour, timeZone });
        },
    },
  });

export const useDeleteReportSubscription = () =>
  useMutation({
    mutationFn: remove,
    meta: {
      ...meta,
      says: 'Deleted.',
      undo:
        (_: unknown, { subject, period, hour, timeZone }: ReportSubscription) =>
        () =>
          create({ subject, period, hour, timeZone }),
    },
  });

export const useSendReport = () =>
  useApiMutation<typeof sendReport, number>('POST /api/report-subscriptions/:id/send', {
    toCall: (id) => ({ params: { id } }),
    ...meta,
    says: null,
  });
