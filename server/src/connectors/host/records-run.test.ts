import { expect, it } from 'vitest';
import { ConnectorFailure, type FailureKind, type RecordStream, type RemoteRecord } from '../connector.ts';
import { systemClock } from './clock.ts';
import type { Report, RunPorts } from './ports.ts';
import { RecordsRun } from './records-run.ts';

const stream = (name: string): RecordStream => ({ name, kind: 'work', label: name, fields: [], mapping: {} });
const record: RemoteRecord = { key: '1', type: '', changedAt: 1, fields: {}, requestKey: null };

/** Runs a connection for one turn; each stream returns a record or fails. */
async function runOnce(answers: Record<string, ConnectorFailure | null>, states: ConnectorFailure | null) {
  const reports: Report[] = [];
  const taken: string[] = [];
  const stop = new AbortController();
  let turns = 0;
  const ports = {
    log: () => undefined,
    report: (report: Report) => void reports.push(report),
    resolve: async (host: string) => host,
    records: {
      progress: async () => ({ watermark: null, lastCompared: Date.now() }),
      importRecords: async ({ name }: RecordStream) => {
        taken.push(name);
        return { created: 1, changed: 0, refused: 0 };
      },
      refused: async () => [],
      recordRead: async () => undefined,
      recordError: async () => undefined,
    },
    requests: {
      claim: async () => null,
      open: async () => ['1'],
      states: async () => undefined,
    },
  } as unknown as RunPorts;
  const clock = {
    now: systemClock.now,
    // Each part runs one turn.
    sleep: (_: number, signal: AbortSignal) =>
      new Promise<void>((done) => {
        turns += 1;
        if (turns === 3) stop.abort();
        if (signal.aborted) done();
        else signal.addEventListener('abort', () => done());
      }),
  };
  const connector = {
    type: 'sap',
    name: 'SAP',
    description: '',
    fields: [],
    limits: [],
    toAddress: () => null,
    roles: ['work'] as const,
    load: async () => ({
      async *test() {},
      records: {
        streams: () => Object.keys(answers).map(stream),
        async *changes(_: unknown, { name }: RecordStream) {
          if (answers[name]) throw answers[name];
          yield [record];
        },
        async *keys() {},
      },
      requests: {
        find: async () => null,
        file: async () => Promise.reject(new Error('There is no request.')),
        states: async () => {
          if (states) throw states;
          return [];
        },
      },
    }),
  };
  const subject = { id: 1, name: '', connector, configuration: {}, trustedCertificates: [], directory: '' };
  const failure = await new RecordsRun(subject, ports, clock, () => undefined).run(stop.signal).then(
    () => null,
    (error: ConnectorFailure) => error.kind,
  );
  return { failure, taken, last: reports.at(-1) };
}

const failed = (kind: FailureKind, retryAfter: number | null = null) =>
  new ConnectorFailure(kind, 'No.', { retryAfter });

it.each(['refused', 'protocol'] as const)('reads the other streams if one fails with %s', async (kind) => {
  const { failure, taken, last } = await runOnce({ a: failed(kind), b: null }, null);
  expect({ failure, taken, last }).toMatchObject({
    failure: null,
    taken: ['b'],
    last: { state: 'degraded', message: 'a: No.' },
  });
});

it('reads the other streams if one is unavailable, then waits', async () => {
  expect(await runOnce({ a: failed('busy'), b: null }, null)).toMatchObject({
    failure: 'busy',
    taken: ['b'],
  });
  expect(await runOnce({ a: failed('busy', 1000), b: null }, null)).toMatchObject({
    failure: 'busy',
    taken: [],
  });
});

it('stops if all streams are rejected', async () => {
  expect(await runOnce({ a: failed('refused'), b: failed('refused') }, null)).toMatchObject({
    failure: 'refused',
  });
});

it('continues if states are rejected', async () => {
  const { failure, last } = await runOnce({ a: null }, failed('refused'));
  expect({ failure, last }).toMatchObject({
    failure: null,
    last: { state: 'degraded', message: 'States of requested work: No.' },
  });
});
