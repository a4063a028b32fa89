import type { reportFromPlant } from '@twinward/contracts/connections/plant';
import type { RouteBody, RouteBodyInput } from '@twinward/contracts/core/route';
import type { StateReport } from '../../modules/connections/connection/service.ts';

/** The state of a connection as a process at the plant sends it. */
export function toSentReport({
  connectionId: _,
  states,
  retryAt,
  error,
  lastPointTime,
  certificateEnd,
  ...rest
}: StateReport): RouteBodyInput<typeof reportFromPlant>['reports'][number] {
  return {
    ...rest,
    states: states.map((state) => ({ ...state, time: state.time.toISOString() })),
    ...(retryAt === undefined ? {} : { retryAt: retryAt?.toISOString() ?? null }),
    ...(error ? { error: { ...error, time: error.time.toISOString() } } : {}),
    ...(lastPointTime ? { lastPointTime: lastPointTime.toISOString() } : {}),
    ...(certificateEnd ? { certificateEnd: certificateEnd.toISOString() } : {}),
  };
}

/** Converts a received state to the stored form. */
export function toStateReport(
  {
    states,
    retryAt,
    error,
    lastPointTime,
    certificateEnd,
    ...rest
  }: RouteBody<typeof reportFromPlant>['reports'][number],
  connectionId: number,
): StateReport {
  return {
    ...rest,
    connectionId,
    states: states.map((state) => ({ ...state, time: new Date(state.time) })),
    ...(retryAt === undefined ? {} : { retryAt: retryAt === null ? null : new Date(retryAt) }),
    ...(error ? { error: { ...error, time: new Date(error.time) } } : {}),
    ...(lastPointTime ? { lastPointTime: new Date(lastPointTime) } : {}),
    ...(certificateEnd ? { certificateEnd: new Date(certificateEnd) } : {}),
  };
}
