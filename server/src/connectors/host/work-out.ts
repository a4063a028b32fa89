import { isFinal, retryDelay } from '@twinward/domain/connections/failures';
import { type ConnectorCall, ConnectorFailure, type FiledWork, type RequestsRole } from '../connector.ts';
import type { PreparedCall } from './call.ts';
import type { Clock } from './clock.ts';
import type { DueRequest, WorkRequestPorts } from './ports.ts';

/** Time limit for filing a request, in milliseconds. Less than `takenFor`. */
const fileLimit = 40_000;
/** Milliseconds for which a taken request is reserved. */
const takenFor = 60_000;
/** Milliseconds after which a taken request is no longer filed, because another run may take it. */
const latestFiling = takenFor - fileLimit;
/** Milliseconds until the second attempt. Doubled with each further attempt. */
const firstRetry = 15_000;
/** Milliseconds before a retry of a request without an answer: the system may still process it. */
const unansweredFor = 300_000;
const longestRetry = 3_600_000;
/** Number of requests whose states are read at once. */
const statesAtOnce = 50;

export interface WorkOut {
  role: RequestsRole;
  prepared: PreparedCall;
  ports: WorkRequestPorts;
  clock: Clock;
}

/**
 * Sends the due requests, one by one. Searches for each by its key first, so that a request whose answer was lost is
 * not filed twice.
 * @throws ConnectorFailure for a failure of the connection, not of a request
 */
export async function sendRequests(out: WorkOut): Promise<void> {
  const { prepared, ports } = out;
  while (!prepared.call.signal.aborted) {
    const due = await ports.claim(takenFor);
    if (!due) return;
    await send(out, due);
  }
}

async function send(
  { role, prepared, ports, clock }: WorkOut,
  { id, attempts, work }: DueRequest,
): Promise<void> {
  const takenAt = clock.now();
  const limit = AbortSignal.any([prepared.call.signal, AbortSignal.timeout(fileLimit)]);
  const call: ConnectorCall = { ...prepared.call, signal: limit };
  let filed: FiledWork | null;
  let isFiling = false;
  try {
    filed = await role.find(call, work.key);
    if (!filed) {
      if (clock.now() - takenAt > latestFiling || limit.aborted)
        throw new ConnectorFailure('busy', 'The system took too long to find the request.');
      isFiling = true;
      filed = await role.file(call, work);
    }
  } catch (error) {
    if (prepared.call.signal.aborted) return;
    const failure = limit.aborted
      ? new ConnectorFailure('unreachable', `No answer within ${fileLimit / 1000} seconds.`)
      : prepared.toFailure(error);
    const stops = isFinal(failure.kind) && failure.kind !== 'refused';
    const pause = Math.min(longestRetry, firstRetry * 2 ** Math.min(attempts - 1, 10));
    const hold = isFiling && failure.kind === 'unreachable' ? unansweredFor : 0;
    const delay = Math.max(pause, hold, retryDelay(1, failure.retryAfter));
    await ports.failed(id, attempts, failure.message, { delay, hold });
    if (stops || failure.kind === 'unreachable') throw failure;
    return;
  }
  await ports.filed(id, filed);
}

/** Reads the states of open work that were not read for `age` milliseconds. @throws ConnectorFailure */
export async function mirrorStates({ role, prepared, ports }: WorkOut, age: number): Promise<void> {
  while (!prepared.call.signal.aborted) {
    const numbers = await ports.open(age, statesAtOnce);
    if (numbers.length > 0) await ports.states(numbers, await role.states(prepared.call, numbers));
    if (numbers.length < statesAtOnce) return;
  }
}
