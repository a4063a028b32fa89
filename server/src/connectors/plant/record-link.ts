import { fileWorkFromPlant, storeRecordsFromPlant } from '@twinward/contracts/connections/plant';
import type { RouteBodyInput } from '@twinward/contracts/core/route';
import type { RecordStream } from '../connector.ts';
import { LeaseLost, type RecordPorts, StreamReset, type WorkRequestPorts } from '../host/ports.ts';
import type { ServerClient } from './server-client.ts';

/** @throws LeaseLost; StreamReset */
function unlessRefused<T extends { refusal: 'lease-lost' | 'stream-reset' | null }>(answer: T): T {
  if (answer.refusal === 'lease-lost') throw new LeaseLost('The lease of the connection was lost.');
  if (answer.refusal === 'stream-reset') throw new StreamReset('The stream is read again.');
  return answer;
}

/** Stores the records of a run via the server, while the run has the lease. Reads nothing while the server is away. */
export function recordsOverServer(client: ServerClient, runner: string): RecordPorts {
  const ask = async ({ name }: RecordStream, call: RouteBodyInput<typeof storeRecordsFromPlant>['call']) =>
    unlessRefused(await client.ask(storeRecordsFromPlant, { runner, stream: name, call }));
  return {
    progress: async (stream) => (await ask(stream, { kind: 'progress' })).progress!,
    importRecords: async (stream, records, advance) => {
      const sent = records.map((record) => ({ ...record, fields: { ...record.fields } }));
      return (await ask(stream, { kind: 'take', records: sent, advance })).counts!;
    },
    refused: async (stream, page) => (await ask(stream, { kind: 'refused', ...page })).records!,
    recordRead: async (stream) => void (await ask(stream, { kind: 'note-read' })),
    recordError: async (stream, message) => void (await ask(stream, { kind: 'note-error', message })),
    knownKeys: async (stream) => (await ask(stream, { kind: 'known-keys' })).keys!,
    readAgain: async (stream) => void (await ask(stream, { kind: 'read-again' })),
    gone: async (stream, keys) => void (await ask(stream, { kind: 'gone', keys: [...keys] })),
  };
}

/** The outbox of a run, which is stored on the server. */
export function requestsOverServer(client: ServerClient, runner: string): WorkRequestPorts {
  const ask = async (call: RouteBodyInput<typeof fileWorkFromPlant>['call']) =>
    unlessRefused(await client.ask(fileWorkFromPlant, { runner, call }));
  return {
    claim: async (takenFor) => (await ask({ kind: 'take', takenFor })).due ?? null,
    filed: async (id, work) => void (await ask({ kind: 'filed', id, work })),
    failed: async (id, attempts, message, { delay, hold }) => {
      const pause = { delay: Math.round(delay), hold: Math.round(hold) };
      await ask({ kind: 'failed', id, attempts, message, pause });
    },
    open: async (age, most) => (await ask({ kind: 'open', age, most })).numbers!,
    states: async (asked, found) =>
      void (await ask({ kind: 'states', asked: [...asked], found: [...found] })),
  };
}
