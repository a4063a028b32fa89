import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConnectorCall, SourceValue } from '../../connectors/connector.ts';
import { roles } from '../../connectors/opcua/roles.ts';
import { freePort } from '../../testing/free-port.ts';
import { nextFault, type Recording, readRecording, timeOfValue, valueAt } from './recording.ts';
import { startDemoServer } from './server.ts';

let recording: Recording;
let directory: string;
let server: { stop(): Promise<void> };
let call: ConnectorCall;

beforeAll(async () => {
  recording = await readRecording();
  directory = await mkdtemp(join(tmpdir(), 'demo-opcua-'));
  const port = await freePort();
  server = await startDemoServer(recording, port, join(directory, 'server'));
  call = {
    configuration: { url: `opc.tcp://localhost:${port}`, securityMode: 'None' },
    trustedCertificates: [],
    signal: new AbortController().signal,
    log: () => {},
    certificate: () => {},
    addresses: { resolve: async () => '127.0.0.1' },
    directory: join(directory, 'own'),
  };
}, 60_000);

afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

it('begins a fault once in each repetition of the recording', () => {
  const turn = recording.rows * recording.step;
  expect(recording.rows).toBe(1920);
  expect(nextFault(recording, 0)).toBe(recording.faultRow * recording.step);
  expect(nextFault(recording, nextFault(recording, 0))).toBe(nextFault(recording, 0) + turn);
});

it('lists the signals as readable and with their units', async () => {
  const root = await roles.browse?.(call, { parent: null, search: '', after: null });
  const reactor = root?.nodes.find(({ name }) => name === 'Reactor');
  const page = await roles.browse?.(call, { parent: reactor?.source ?? '', search: '', after: null });
  expect(page?.nodes).toHaveLength(20);
  expect(page?.nodes.every(({ isReadable, unit }) => isReadable && unit)).toBe(true);
  expect(page?.nodes.find(({ name }) => name === 'Reactor temperature')?.unit).toBe('°C');
});

it('returns the recorded values as history', async () => {
  const source = 'nsu=urn:twinward:demo;s=Reactor.XMEAS-07';
  const signal = recording.signals.find(({ name }) => name === 'XMEAS-07')!;
  const [latest] = (await roles.preview?.(call, [source])) ?? [];
  expect(latest?.value).toBe(valueAt(recording, signal, latest?.time ?? 0));
  const to = timeOfValue(recording, Date.now());
  const from = to - 3_600_000;
  const values: SourceValue[] = [];
  for await (const block of roles.history?.(call, [source], { from, to }) ?? []) values.push(...block);
  expect(values.map(({ time }) => time)).toEqual(
    Array.from({ length: 3_600_000 / recording.step }, (_, index) => from + index * recording.step),
  );
  expect(values.every(({ time, value }) => value === valueAt(recording, signal, time))).toBe(true);
});
