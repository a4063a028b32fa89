import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@twinward/contracts/connections/connection';
import {
  HttpPeer,
  type Misbehaviour,
  type PeerAnswer,
  type PeerRequest,
} from '../../connectors/testing/http-peer.ts';
import { Client } from '../client.ts';
import { Instance } from '../instance.ts';
import { PushingProgram } from './pushing-program.ts';
import type { RecordingSystem } from './recording-system.ts';

const password = 'Rotor-42!';

const faults: readonly Misbehaviour[] = [
  { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503, body: '<html>' },
  { kind: 'cut' },
  { kind: 'truncated' },
  { kind: 'halved' },
  { kind: 'html' },
  { kind: 'late', milliseconds: 5_000 },
  ...['{}', 'null'].map((body): Misbehaviour => ({ kind: 'status', status: 200, body })),
];

/** Stands before another installation, and misbehaves. */
class Gateway extends HttpPeer {
  /** Null: the installation is not running. */
  target: string | null = null;

  protected override async answer({ method, path, query, headers, body }: PeerRequest): Promise<PeerAnswer> {
    if (this.target === null) return { status: 502, body: 'Bad Gateway' };
    const url = `${this.target}${path}?${query}`;
    const sent = { authorization: headers.authorization ?? '', 'content-type': 'application/json' };
    const answer = await fetch(url, { method, headers: sent, ...(body !== '' && { body }) }).catch(
      () => null,
    );
    if (!answer) return { status: 502, body: 'Bad Gateway' };
    const type = answer.headers.get('content-type') ?? 'text/plain';
    return { status: answer.status, headers: { 'content-type': type }, body: await answer.text() };
  }
}

/** Another installation, with tags that get a point four times a second. */
export async function startRecordingTwinward(count: number): Promise<RecordingSystem> {
  const directory = await mkdtemp(join(tmpdir(), 'twinward-recording-'));
  const gateway = await new Gateway().start();
  const names = Array.from({ length: count }, (_, i) => `v${i}`);
  let instance: Instance | null = null;

  async function start(): Promise<void> {
    instance = new Instance({ directory, environment: { ADMIN_PASSWORD: password } });
    gateway.target = await instance.address();
  }
  async function stop(): Promise<void> {
    gateway.target = null;
    await instance!.killEverything();
  }
  await start();
  const client = await Client.signIn(gateway.target!, 'admin', password);
  const connection = await client.call<Connection>('POST', '/api/connections', {
    name: 'For others',
    type: 'http',
    configuration: { unknownSources: 'list' },
  });
  const url = `/api/connections/${connection.id}`;
  await client.call('POST', `${url}/resume`);
  const { token } = await client.call<{ token: string }>('POST', `${url}/token`);
  await client.call(
    'POST',
    `${url}/sources`,
    names.map((source) => ({ source, name: source })),
  );

  const program = new PushingProgram(names, () =>
    gateway.target === null ? null : { url: `${gateway.target}${url}/points`, token },
  );
  return {
    recorded: program.recorded,
    url: gateway.origin,
    toConfiguration: (address) => ({
      'demeter.url': address.replace(/\/$/, ''),
      token,
      pollingInterval: 500,
    }),
    start,
    stop,
    rest: () => program.rest(),
    misbehave: (random) => {
      for (let i = 0; i < 3; i++) gateway.misbehave(random.pick(faults));
    },
    remove: async () => {
      await program.end();
      await instance?.killEverything();
      await gateway.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
