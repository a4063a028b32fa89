import { fileWorkFromPlant, storeRecordsFromPlant } from '@twinward/contracts/connections/plant';
import type { RouteBody, RouteResponse } from '@twinward/contracts/core/route';
import { AppError } from '../../platform/errors.ts';
import type { Routing } from '../../platform/http/routing.ts';
import type { RecordStream } from '../connector.ts';
import type { HostPorts } from '../host/host-ports.ts';
import { LeaseLost, type RecordPorts, StreamReset, type WorkRequestPorts } from '../host/ports.ts';
import { findConnector } from '../registry.ts';
import { enter } from './enter.ts';

type Refusal = RouteResponse<typeof storeRecordsFromPlant>['refusal'];

/** The calls of a process at the plant to read assets and work, and to file work. */
export function plantRecordRoutes({ implement }: Routing): void {
  implement(storeRecordsFromPlant, async ({ actor, body: { runner, stream, call } }) => {
    const { host, head } = await enter(actor, runner);
    const { records } = host.runPorts(head.connectionGroupId, head.id);
    const described = await findStream(host, head.id, stream);
    return orRefusal(() => callRecords(records!, described, call));
  });
  implement(fileWorkFromPlant, async ({ actor, body: { runner, call } }) => {
    const { host, head } = await enter(actor, runner);
    const { requests } = host.runPorts(head.connectionGroupId, head.id);
    return orRefusal(() => callRequests(requests!, call));
  });
}

async function callRecords(
  ports: RecordPorts,
  stream: RecordStream,
  call: RouteBody<typeof storeRecordsFromPlant>['call'],
): Promise<Omit<RouteResponse<typeof storeRecordsFromPlant>, 'refusal'>> {
  switch (call.kind) {
    case 'progress':
      return { progress: await ports.progress(stream) };
    case 'take':
      return { counts: await ports.importRecords(stream, call.records, call.advance) };
    case 'refused': {
      const records = await ports.refused(stream, call);
      return { records: records.map((record) => ({ ...record, fields: { ...record.fields } })) };
    }
    case 'known-keys':
      return { keys: await ports.knownKeys(stream) };
    case 'note-read':
      await ports.recordRead(stream);
      return {};
    case 'note-error':
      await ports.recordError(stream, call.message);
      return {};
    case 'read-again':
      await ports.readAgain(stream);
      return {};
    case 'gone':
      await ports.gone(stream, call.keys);
      return {};
  }
}

async function callRequests(
  ports: WorkRequestPorts,
  call: RouteBody<typeof fileWorkFromPlant>['call'],
): Promise<Omit<RouteResponse<typeof fileWorkFromPlant>, 'refusal'>> {
  switch (call.kind) {
    case 'take':
      return { due: await ports.claim(call.takenFor) };
    case 'open':
      return { numbers: await ports.open(call.age, call.most) };
    case 'filed':
      await ports.filed(call.id, call.work);
      return {};
    case 'failed':
      await ports.failed(call.id, call.attempts, call.message, call.pause);
      return {};
    case 'states':
      await ports.states(call.asked, call.found);
      return {};
  }
}

async function orRefusal<T extends object>(work: () => Promise<T>): Promise<T & { refusal: Refusal }> {
  try {
    return { ...(await work()), refusal: null };
  } catch (error) {
    if (error instanceof LeaseLost) return { refusal: 'lease-lost' } as T & { refusal: Refusal };
    if (error instanceof StreamReset) return { refusal: 'stream-reset' } as T & { refusal: Refusal };
    throw error;
  }
}

/** @throws AppError `invalid-request` for a stream that its configuration doesn't enable */
async function findStream(host: HostPorts, connectionId: number, name: string): Promise<RecordStream> {
  const opened = await host.open(connectionId);
  const roles = opened && (await findConnector(opened.type)?.load?.());
  const stream = roles?.records?.streams(opened!.configuration).find((one) => one.name === name);
  if (!stream) throw new AppError('invalid-request', `There is no stream ${name}.`);
  return stream;
}
