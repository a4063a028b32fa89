import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@twinward/contracts/connections/connection';
import {
  HttpPeer,
  type Misbehaviour,
  type PeerAnswer,
  type PeerRequest,
} from '../../connectors/testing/http-peer.ts';
import { Client } from '../client.ts';
import { Instance } from '../instance.ts';
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
  const recorded = new Map(names.map((name) => [name, new Map<number, number>()]));
  let instance: Instance | null = null;
  let isResting = false;
  let isEnding = false;

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

  /** Stores points until the installation has confirmed them, over its restarts. */
  async function push(points: readonly { source: string; time: number; value: number }[]): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    while (!isEnding) {
      const answer =
        gateway.target !== null &&
        (await fetch(`${gateway.target}${url}/points`, {
          method: 'POST',
          headers,
          body: JSON.stringify(points),
        }).catch(() => null));
      if (answer && answer.status === 204) return;
      await sleep(200);
    }
  }
  async function record(): Promise<void> {
    while (!isResting) {
      const time = Date.now();
      const points = names.map((source) => ({ source, time, value: Math.random() }));
      await push(points);
      for (const { source, value } of points) recorded.get(source)!.set(time, value);
      await sleep(250);
    }
  }
  const recording = record();
  const rest = () => {
    isResting = true;
    return recording;
  };
  return {
    recorded,
    url: gateway.origin,
    configurationOf: (address) => ({
      'demeter.url': address.replace(/\/$/, ''),
      token,
      pollingInterval: 500,
    }),
    start,
    stop,
    rest,
    misbehave: (random) => {
      for (let i = 0; i < 3; i++) gateway.misbehave(random.pick(faults));
    },
    remove: async () => {
      isEnding = true;
      await rest();
      await instance?.killEverything();
      await gateway.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
