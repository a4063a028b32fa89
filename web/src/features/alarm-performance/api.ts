import { keepPreviousData } from '@tanstack/react-query';
import type { getAlarmReport, setAlarmTargets } from '@twinward/contracts/protections/alarm-report';
import { useApiMutation } from '../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../shared/api/api-query.ts';

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
  useApiMutation<typeof setAlarmTargets>('PUT /api/settings/alarm-targets', { renews: ['excursions'] });
