import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type {
  AlarmTargets,
  getAlarmReport,
  setAlarmTargets,
} from '@twinward/contracts/protections/alarm-report';
import { useApiQuery } from '../../shared/api/api-query.ts';
import { call } from '../../shared/api/http.ts';

/** A time range, ISO 8601; without an end, up to now. */
export interface Period {
  days: number;
  until: string | null;
}

const day = 86_400_000;

export const useAlarmReport = ({ days, until }: Period) =>
  useApiQuery<typeof getAlarmReport>(
    ['excursions', { report: 'alarm-performance', days, until }],
    'GET /api/excursions/alarm-report',
    { query: toRange({ days, until }) },
    { placeholderData: keepPreviousData },
  );

function toRange({ days, until }: Period) {
  const to = until === null ? Date.now() : Date.parse(until);
  return { from: new Date(to - days * day).toISOString(), ...(until === null ? {} : { to: until }) };
}

export const useSetTargets = () =>
  useMutation({
    mutationFn: (body: AlarmTargets) =>
      call<typeof setAlarmTargets>('PUT /api/settings/alarm-targets', { body }),
    meta: { renews: ['excursions'] },
  });
