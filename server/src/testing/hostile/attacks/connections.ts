import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { importPoints } from '../../../series/index.ts';
import { makeTag } from '../../factories.ts';
import { type Attack, type AttemptContext, toOutcome } from '../attack.ts';
import { open, send } from '../caller.ts';
import type { Stage } from '../stage.ts';

/** An address of this machine that is no trusted proxy; so many of them share the attack. */
const toAddress = (index: number, addresses = 3): string => `127.0.1.${(index % addresses) + 1}`;

/** Opens a connection, sends a text at once, and another one a byte at a time. @returns how it ended. */
function drip(
  stage: Stage,
  { index, signal }: AttemptContext,
  { first, rest, pause }: { first: string; rest: string; pause: number },
): Promise<string> {
  return new Promise((resolve) => {
    const { port } = new URL(stage.address);
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: toAddress(index) });
    let answer = '';
    let position = 0;
    const timer = setInterval(() => socket.write(rest[position++ % rest.length]!), pause);
    const end = () => socket.destroy();
    signal.addEventListener('abort', end, { once: true });
    socket.setEncoding('latin1');
    socket.on('connect', () => socket.write(first));
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      signal.removeEventListener('abort', end);
      resolve(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 'closed');
    });
  });
}

/** Slow, countless and malformed connections. */
export const connectionAttacks: readonly Attack[] = [
  {
    name: '300 connections with slow headers',
    concurrency: 300,
    outcomes: ['408', 'closed'],
    prepare: async (stage) => {
      const text = { first: 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ', rest: 'a', pause: 1000 };
      return (context) => drip(stage, context, text);
    },
  },
  {
    name: '300 connections with slow bodies',
    concurrency: 300,
    outcomes: ['408', 'closed'],
    prepare: async (stage) => {
      const first =
        'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{';
      return (context) => drip(stage, context, { first, rest: ' ', pause: 1000 });
    },
  },
  {
    name: '1,000 connections of one address',
    concurrency: 1000,
    outcomes: ['closed', '200', '408'],
    prepare: async (stage) => {
      const first = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
      return async (context) => drip(stage, { ...context, index: 0 }, { first, rest: ' ', pause: 5000 });
    },
  },
  {
    name: 'headers of 100 KB',
    concurrency: 20,
    outcomes: ['431', 'broken'],
    prepare:
      async (stage) =>
      async ({ index }) => {
        const headers = { 'x-long': 'a'.repeat(100_000) };
        return toOutcome(
          await send(stage.address, { method: 'GET', path: '/healthz', headers, from: toAddress(index) }),
        );
      },
  },
  {
    name: '5,000 headers',
    concurrency: 20,
    outcomes: ['431', '200', 'broken'],
    prepare:
      async (stage) =>
      async ({ index }) => {
        const headers = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`x-${i}`, '']));
        return toOutcome(
          await send(stage.address, { method: 'GET', path: '/healthz', headers, from: toAddress(index) }),
        );
      },
  },
  {
    name: 'malformed HTTP, and requests within requests',
    concurrency: 20,
    outcomes: ['400', '431', 'closed'],
    prepare: async (stage) => {
      const texts = [
        '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
        'GET / HTTP/9.9\r\n\r\n',
        'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n',
        'POST /api/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffff0\r\n',
        `GET /${'a'.repeat(200_000)} HTTP/1.1\r\n\r\n`,
      ];
      let count = 0;
      return (context) =>
        drip(stage, context, { first: texts[count++ % texts.length]!, rest: '\r\n', pause: 200 });
    },
  },
  {
    name: 'pipelined requests without reading the responses',
    concurrency: 20,
    outcomes: ['closed', '200'],
    prepare: async (stage) => {
      const first = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2000);
      return async (context) => {
        const stop = AbortSignal.any([context.signal, AbortSignal.timeout(2000)]);
        return drip(stage, { ...context, signal: stop }, { first, rest: '\r', pause: 500 });
      };
    },
  },
  {
    name: '1,500 unread event streams of one user',
    concurrency: 1500,
    outcomes: ['429', '200', 'broken'],
    prepare:
      async (stage) =>
      async ({ index, signal }) => {
        const stream = await open(stage.address, {
          method: 'GET',
          path: '/api/notifications/subscription',
          headers: stage.users[0]!,
          from: toAddress(index, 8),
          signal,
        });
        if (stream.statusCode !== 200) {
          stream.resume();
          // Clients that were refused do not try again in step.
          await sleep(1000 + 2000 * Math.random(), undefined, { signal });
          return toOutcome({ status: stream.statusCode!, headers: stream.headers, text: '' });
        }
        stream.on('error', () => undefined);
        await sleep(5000, undefined, { signal }).catch(() => undefined);
        stream.destroy();
        return '200';
      },
  },
  {
    name: 'unread event streams during a flood of events',
    concurrency: 12,
    outcomes: ['200'],
    prepare:
      async (stage) =>
      async ({ index, signal }) => {
        const stream = await open(stage.address, {
          method: 'GET',
          path: '/api/notifications/subscription',
          headers: stage.users[index]!,
          signal,
        });
        stream.on('error', () => undefined);
        for (let i = 0; i < 50; i++) {
          const points = Array.from({ length: 100 }, (_, k) => ({ time: Date.now() - k, value: k }));
          await stage.send(index, 'POST', `/api/tags/${stage.plant.tagId}/data-points`, points);
        }
        stream.destroy();
        return String(stream.statusCode);
      },
  },
  {
    name: 'unread downloads of 2 million points',
    concurrency: 30,
    outcomes: ['200', 'broken'],
    prepare: async (stage) => {
      const tagId = await makeTag(stage.hostile.db);
      const times = Float64Array.from({ length: 2_000_000 }, (_, index) => index * 1000);
      await importPoints(stage.hostile.db, [{ tagId, times, values: times.map(Math.sin), qualities: null }]);
      return async ({ index, signal }) => {
        const path = `/api/tags/${tagId}/data-points.csv`;
        const download = await open(stage.address, {
          method: 'GET',
          path,
          headers: stage.users[index % 12]!,
          signal,
        });
        download.on('error', () => undefined);
        if (download.statusCode === 200) await sleep(5000, undefined, { signal }).catch(() => undefined);
        download.destroy();
        return String(download.statusCode);
      };
    },
  },
  {
    name: 'forms of 10,000 parts',
    concurrency: 8,
    outcomes: ['400'],
    prepare: async (stage) => {
      const part = '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n';
      const body = Buffer.from(`${part.repeat(10_000)}--b--\r\n`);
      return async ({ index }) => {
        const headers = { ...stage.users[index]!, 'content-type': 'multipart/form-data; boundary=b' };
        return toOutcome(await send(stage.address, { path: '/api/imports', headers, body }));
      };
    },
  },
  {
    name: 'JSON bodies with up to a million nested levels',
    concurrency: 8,
    outcomes: ['400', '413'],
    prepare: async (stage) => {
      const bodies = [
        '['.repeat(1_000_000),
        `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
        `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`,
        `{"filters":[${'{"operator":"GroupAnd","filters":['.repeat(20_000)}${']}'.repeat(20_000)}]}`,
        `{"filters":[${'{"operator":"GroupAnd","filters":['.repeat(500)}${']}'.repeat(500)}]}`,
      ];
      let count = 0;
      return async ({ index }) =>
        toOutcome(await stage.send(index, 'POST', '/api/twins/filters', bodies[count++ % bodies.length]!));
    },
  },
  {
    name: 'bodies of 16 MiB of points',
    concurrency: 6,
    outcomes: ['413'],
    prepare: async (stage) => {
      const point = '{"time":1700000000000,"value":1},';
      const bodies = [
        `[${point.repeat(480_000)}{}]`,
        `[${'0,'.repeat(8_000_000)}0]`,
        `[${'{},'.repeat(5_000_000)}{}]`,
        `[${'"","",'.repeat(2_500_000)}0]`,
      ].map((body) => Buffer.from(body));
      let count = 0;
      const path = `/api/tags/${stage.plant.tagId}/data-points`;
      return async ({ index }) =>
        toOutcome(await stage.send(index, 'POST', path, bodies[count++ % bodies.length]!));
    },
  },
  {
    name: 'bodies of the same 100,000 points, sent repeatedly',
    concurrency: 4,
    outcomes: ['200'],
    prepare: async (stage) => {
      const from = stage.plant.from;
      const points = Array.from({ length: 100_000 }, (_, i) => ({ time: from + i * 1000, value: i % 7 }));
      const body = JSON.stringify(points);
      const path = `/api/tags/${stage.plant.tagId}/data-points`;
      return async ({ index }) => toOutcome(await stage.send(index, 'POST', path, body));
    },
  },
];
