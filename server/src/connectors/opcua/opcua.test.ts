import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TestStep } from '@twinward/contracts/connections/request';
import { DataType, StatusCodes } from 'node-opcua';
import { makeNodeId } from 'node-opcua-client';
import {
  CertificatePurpose,
  convertPEMtoDER,
  createPfx,
  createSelfSignedCertificate,
  generatePrivateKey,
  makePrivateKeyFromPem,
  privateKeyToPEM,
} from 'node-opcua-crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BrowsedPage,
  type ConnectorCall,
  ConnectorFailure,
  NoHistory,
  type SourceValue,
  type TimeRange,
} from '../connector.ts';
import { withSession } from './client.ts';
import { manyCount, type Peer, peerHistory, peerUser, startPeer } from './peer.ts';
import { roles } from './roles.ts';
import { search } from './search.ts';

const namespace = 'nsu=urn:plant%3Ba;';
const speed = `${namespace}s=Pump.Speed`;
const running = `${namespace}s=Pump.Running`;
const fast = `${namespace}s=Pump.Fast`;

let peer: Peer;
let directory: string;
let trusted: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'opcua-own-'));
  peer = await startPeer();
  const steps = await test({ securityMode: 'SignAndEncrypt' });
  trusted = [steps.at(-1)?.certificate?.fingerprint ?? ''];
}, 60_000);

afterAll(async () => {
  await peer.remove();
  await rm(directory, { recursive: true, force: true });
});

function call(configuration: Record<string, unknown>, changes: Partial<ConnectorCall> = {}): ConnectorCall {
  return {
    configuration: {
      url: peer.url,
      securityMode: 'None',
      publishingInterval: 50,
      samplingInterval: 0,
      ...configuration,
    },
    trustedCertificates: trusted,
    signal: new AbortController().signal,
    log: () => {},
    certificate: () => {},
    addresses: { resolve: async () => '127.0.0.1' },
    directory,
    ...changes,
  };
}

async function test(configuration: Record<string, unknown>, changes: Partial<ConnectorCall> = {}) {
  const steps: TestStep[] = [];
  for await (const step of roles.test(call(configuration, changes))) steps.push(step);
  return steps;
}

function outcome(steps: readonly TestStep[]): string[] {
  return steps.map(({ step, state }) => `${step} ${state}`);
}

const works = [
  'resolve passed',
  'reach passed',
  'encrypt passed',
  'sign-in passed',
  'read passed',
  'write skipped',
];

async function userCertificate(password: string): Promise<string> {
  const key = await generatePrivateKey(2048);
  const { cert } = await createSelfSignedCertificate({
    privateKey: key,
    subject: '/CN=operator',
    validity: 10,
    purpose: CertificatePurpose.ForUserAuthentication,
  });
  const pfx = await createPfx({
    certificate: convertPEMtoDER(cert),
    privateKey: makePrivateKeyFromPem((await privateKeyToPEM(key)).privPem),
    password,
  });
  return pfx.toString('base64');
}

describe('test', () => {
  it.each([
    ['None', {}],
    ['Sign', peerUser],
    ['SignAndEncrypt', {}],
    ['SignAndEncrypt', peerUser],
  ])('passes in mode %s with %j', async (securityMode, identity) => {
    expect(outcome(await test({ securityMode, ...identity }))).toEqual(works);
  });

  it('uses the strongest policy that the server offers', async () => {
    const steps = await test({ securityMode: 'SignAndEncrypt' });
    expect(steps[2]?.message).toBe('SignAndEncrypt with Aes256_Sha256_RsaPss.');
  });

  it('signs in with a user certificate', async () => {
    const certificate = await userCertificate('pfx-password');
    const steps = await test({
      securityMode: 'SignAndEncrypt',
      certificate,
      certificatePassword: 'pfx-password',
    });
    expect(outcome(steps)).toEqual(works);
    const wrong = await test({ securityMode: 'SignAndEncrypt', certificate, certificatePassword: 'other' });
    expect(wrong.at(-1)?.message).toContain('the password is wrong, or the file is not PFX');
  });

  it('reports a wrong password', async () => {
    const steps = await test({ securityMode: 'SignAndEncrypt', ...peerUser, password: 'wrong-secret' });
    expect(outcome(steps).at(-1)).toBe('sign-in failed');
    expect(steps.at(-1)?.message).toContain('did not accept the user, the password');
    expect(JSON.stringify(steps)).not.toContain('wrong-secret');
  });

  it('offers to trust a new server certificate before a password is sent', async () => {
    for (const securityMode of ['None', 'SignAndEncrypt']) {
      const steps = await test({ securityMode, ...peerUser }, { trustedCertificates: ['ab'] });
      expect(outcome(steps).at(-1)).toBe('encrypt failed');
      expect(steps.at(-1)?.certificate).toMatchObject({ isTrusted: false, fingerprint: trusted[0] });
    }
  });

  it('explains how to trust the client certificate on the server', async () => {
    const other = await mkdtemp(join(tmpdir(), 'opcua-own-'));
    peer.trustNewClients(false);
    const steps = await test({ securityMode: 'SignAndEncrypt' }, { directory: other });
    peer.trustNewClients(true);
    await rm(other, { recursive: true });
    expect(steps.at(-1)).toMatchObject({ step: 'encrypt', state: 'failed' });
    expect(steps.at(-1)?.advice).toMatch(
      /Trust it in the settings of the server: its thumbprint \(SHA-1\) is [0-9a-f]{40}/,
    );
  });

  it('reports a port without a server', async () => {
    const steps = await test({ url: 'opc.tcp://localhost:9' });
    expect(steps.at(-1)).toMatchObject({ step: 'reach', message: 'Nothing listens at this port.' });
    expect(steps.at(-1)?.advice).toContain('Check the port');
  });

  it('does not connect to a rejected address', async () => {
    const steps = await test(
      {},
      {
        addresses: {
          resolve: async () => {
            throw new ConnectorFailure('refused', 'Addresses of this machine are refused.');
          },
        },
      },
    );
    expect(outcome(steps)).toEqual(['resolve failed']);
  });
});

describe('browse', () => {
  it('shows the tree with units, descriptions and values', async () => {
    const root = await roles.browse?.(call({}), { parent: null, search: '', after: null });
    const pump = root?.nodes.find(({ name }) => name === 'Pump');
    expect(pump).toMatchObject({ isFolder: true, isReadable: false, description: 'Feeds the boiler' });
    const page = await roles.browse?.(call({}), { parent: pump?.source ?? '', search: '', after: null });
    expect(page?.nodes).toMatchObject([
      {
        source: speed,
        name: 'Speed',
        unit: 'rpm',
        description: 'Of the shaft',
        value: 1480,
        isFolder: false,
      },
      { name: 'Running', isReadable: true, value: 1 },
      { name: 'Hours', isReadable: true },
      { name: 'Serial', isReadable: false, value: null },
      { name: 'Fast', isReadable: true },
      { source: `${namespace}s=Pump.Levels[0][]`, name: 'Levels', isReadable: false, isFolder: true },
      { name: 'Broken', isReadable: true },
    ]);
    const levels = await roles.browse?.(call({}), {
      parent: `${namespace}s=Pump.Levels[0][]`,
      search: '',
      after: null,
    });
    expect(levels?.nodes.map(({ source, value }) => [source, value])).toEqual([
      [`${namespace}s=Pump.Levels[0][0]`, 1.5],
      [`${namespace}s=Pump.Levels[0][1]`, 2.5],
      [`${namespace}s=Pump.Levels[0][2]`, 3.5],
    ]);
  });

  it('pages through a large folder', async () => {
    const names: string[] = [];
    let after: string | null = null;
    do {
      const page: BrowsedPage | undefined = await roles.browse?.(call({}), {
        parent: `${namespace}s=Many`,
        search: '',
        after,
      });
      names.push(...(page?.nodes ?? []).map(({ name }) => name));
      after = page?.next ?? null;
    } while (after !== null);
    expect(names).toEqual(Array.from({ length: manyCount }, (_, index) => `Value ${index}`));
  });

  it('searches paths by words', async () => {
    const page = await roles.browse?.(call({}), { parent: null, search: 'speed PUMP', after: null });
    expect(page?.nodes).toMatchObject([{ name: 'Pump / Speed', source: speed, unit: 'rpm' }]);
    expect(page?.notice).toBeUndefined();
  });

  it('lists folders one at a time if the server allows one continuation point', async () => {
    const page = await roles.browse?.(call({}), { parent: null, search: 'value 1199', after: null });
    expect(page?.nodes.map(({ name }) => name)).toEqual(['Many / Value 1199', 'More / Value 1199']);
  });

  it('reports where a search stopped', async () => {
    const page = await withSession(call({}), (session) =>
      search(session, makeNodeId(85), ['value'], { nodes: 100, milliseconds: 60_000, matches: 20 }),
    );
    expect(page.nodes).toHaveLength(20);
    expect(page.notice).toBe('The first 20 matches. Add a word, or search in a folder.');
    const none = await withSession(call({}), (session) =>
      search(session, makeNodeId(85), ['nowhere'], { nodes: 100, milliseconds: 60_000, matches: 20 }),
    );
    expect(none.notice).toBe('Searched 100 nodes and stopped. Search in a folder, or open the tree.');
  });

  it('reads last values in the order of their sources', async () => {
    const values = await roles.preview?.(call({}), [
      `${namespace}s=Pump.Levels[0][1]`,
      'nsu=urn:gone;i=1',
      running,
    ]);
    expect(values).toMatchObject([{ value: 2.5, quality: 'good' }, null, { value: 1 }]);
  });
});

/** Records what a live connection delivers. */
function keeper() {
  const values: SourceValue[] = [];
  const lost: { range: TimeRange; sources: readonly string[] | null }[] = [];
  const clocks: number[] = [];
  const ends: number[] = [];
  const log: string[] = [];
  const abort = new AbortController();
  let stored = Promise.resolve();
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  return {
    values,
    lost,
    clocks,
    ends,
    log,
    abort,
    ready,
    /** Delays the storage of blocks. @returns a function that ends the delay. */
    hold: () => {
      let release = () => {};
      stored = new Promise<void>((resolve) => {
        release = resolve;
      });
      return release;
    },
    of: (source: string) => values.filter((value) => value.source === source).map(({ value }) => value),
    start: (configuration: Record<string, unknown>, sources: string[]) =>
      roles.live?.(
        call(configuration, {
          signal: abort.signal,
          log: (_level, message) => log.push(message),
          certificate: (validTo) => ends.push(validTo),
        }),
        sources,
        {
          subscribed: isReady,
          deliver: async (block) => {
            values.push(...block);
            await stored;
          },
          lost: (range, affected) => lost.push({ range, sources: affected }),
          clock: (time) => clocks.push(time),
        },
      ) ?? Promise.reject(new Error('no live values')),
  };
}

function set(value: number, time: number): void {
  peer.variables.fast.setValueFromSource(
    { dataType: DataType.Int32, value },
    StatusCodes.Good,
    new Date(time),
  );
}

describe('live', () => {
  it('delivers changes with source times, and reports unknown sources', async () => {
    const kept = keeper();
    const ended = kept.start({ securityMode: 'SignAndEncrypt', deadband: 5 }, [
      fast,
      running,
      `${namespace}s=Pump.Gone`,
    ]);
    await kept.ready;
    await expect.poll(() => kept.of(running)).toEqual([1]);
    const time = Date.now();
    set(100, time);
    await expect.poll(() => kept.of(fast)).toContain(100);
    set(103, time + 1);
    set(110, time + 2);
    await expect.poll(() => kept.of(fast)).toContain(110);
    expect(kept.of(fast)).not.toContain(103);
    expect(kept.values.find(({ value }) => value === 110)?.time).toBe(time + 2);
    expect(kept.log).toContain(`${namespace}s=Pump.Gone: the server does not deliver it (BadNodeIdUnknown).`);
    expect(kept.clocks.length).toBeGreaterThan(0);
    expect(kept.ends[0]).toBeGreaterThan(Date.now());
    kept.abort.abort();
    await ended;
  });

  it('acknowledges values only when durable', async () => {
    const kept = keeper();
    const release = kept.hold();
    peer.acknowledged = 0;
    const ended = kept.start({}, [running]);
    await expect.poll(() => kept.of(running)).toEqual([1]);
    await roles.preview?.(call({}), [running]);
    expect(peer.acknowledged).toBe(0);
    release();
    await expect.poll(() => peer.acknowledged).toBe(1);
    kept.abort.abort();
    await ended;
  });

  it("reports lost values after an overflow of the server's queue", async () => {
    const kept = keeper();
    const ended = kept.start({ queueSize: 2, publishingInterval: 500 }, [fast]);
    await kept.ready;
    await expect.poll(() => kept.of(fast).length).toBe(1);
    const time = Date.now() + 1000;
    for (let index = 0; index < 20; index++) {
      set(1000 + index, time + index);
      await setTimeout(10);
    }
    await expect.poll(() => kept.of(fast)).toContain(1019);
    kept.abort.abort();
    await ended;
    const [first] = kept.lost;
    expect(first?.sources).toEqual([fast]);
    expect(first?.range.from).toBeLessThan(time);
    expect(first?.range.to).toBeGreaterThan(time);
    const missing = Array.from({ length: 20 }, (_, index) => index).filter(
      (index) => !kept.of(fast).includes(1000 + index),
    );
    const isLost = (index: number) =>
      kept.lost.some(({ range }) => range.from <= time + index && time + index < range.to);
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.filter((index) => !isLost(index))).toEqual([]);
  });

  it('fails when the server stops, and reconnects after it restarts', async () => {
    const kept = keeper();
    const ended = kept.start({}, [running]).catch((error: unknown) => error);
    await kept.ready;
    await peer.stop();
    expect(await ended).toMatchObject({ name: 'ConnectorFailure', kind: 'unreachable' });
    await expect(roles.preview?.(call({}), [running])).rejects.toMatchObject({ kind: 'unreachable' });
    await peer.start();
    const again = keeper();
    const second = again.start({ securityMode: 'SignAndEncrypt' }, [running]);
    await expect.poll(() => again.of(running)).toEqual([1]);
    again.abort.abort();
    await second;
  });
});

describe('history', () => {
  async function read(sources: string[], range: TimeRange) {
    const blocks: SourceValue[][] = [];
    for await (const block of roles.history?.(call({}), sources, range) ?? []) blocks.push(block);
    return blocks;
  }

  it('reads each point once, in pages, excluding the end', async () => {
    const { start, step } = peerHistory;
    const range = { from: start + 100 * step, to: start + 22_000 * step };
    const blocks = await read([speed], range);
    expect(blocks.map(({ length }) => length)).toEqual([10_000, 10_000, 1900]);
    expect(blocks.flat()).toEqual(
      Array.from({ length: 21_900 }, (_, index) => ({
        source: speed,
        time: start + (100 + index) * step,
        value: 100 + index,
        quality: 'good',
      })),
    );
  });

  it('delivers available values, and reports sources without history', async () => {
    const { start, step } = peerHistory;
    const values: SourceValue[] = [];
    const reading = (async () => {
      for await (const block of roles.history?.(call({}), [running, fast, speed], {
        from: start,
        to: start + 3 * step,
      }) ?? [])
        values.push(...block);
    })();
    const error = await reading.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoHistory);
    expect(error).toMatchObject({ sources: [running, fast] });
    expect(values.map(({ value }) => value)).toEqual([0, 1, 2]);
  });
});

describe('services', () => {
  const reading = new Set([
    'GetEndpointsRequest',
    'CreateSessionRequest',
    'ActivateSessionRequest',
    'CloseSessionRequest',
    'ReadRequest',
    'BrowseRequest',
    'BrowseNextRequest',
    'HistoryReadRequest',
    'CreateSubscriptionRequest',
    'CreateMonitoredItemsRequest',
    'PublishRequest',
  ]);

  it('were only used for reading in all tests of this file', () => {
    expect(peer.requests.size).toBeGreaterThan(0);
    expect([...peer.requests].filter((name) => !reading.has(name))).toEqual([]);
  });

  it('are only used for reading in the code', async () => {
    const files = (await readdir(import.meta.dirname)).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'peer.ts',
    );
    for (const name of files) {
      const code = await readFile(join(import.meta.dirname, name), 'utf8');
      const named = code.match(/\b\w+Request\b/g) ?? [];
      expect(named.filter((request) => request.length > 'Request'.length && !reading.has(request))).toEqual(
        [],
      );
      expect(code).not.toMatch(/\.(write\w*|call|setValue\w*)\(/);
    }
  });
});
