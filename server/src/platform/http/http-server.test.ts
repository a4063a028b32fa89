import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { makeSession } from '../../testing/factories.ts';
import { createLogger } from '../process/log.ts';
import { metrics } from '../process/metrics.ts';
import { requestsInProgress } from '../threads/requests-in-progress.ts';

const lines: string[] = [];
let test: TestApp;
let port: number;
let session: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  test = await createTestApp({
    environment: { TRUSTED_PROXIES: '127.0.0.1', HTTPS: 'subdomains' },
    log: createLogger('info', { write: (line) => lines.push(line) }),
    limits: {
      headTime: 1000,
      bodyTime: 300,
      uploadRate: 100_000,
      uploadWindow: 500,
      keepAliveTime: 60_000,
      connectionsPerAddress: 3,
      refusalTime: 3000,
    },
  });
  await test.app.listen({ port: 0, host: '::' });
  port = (test.app.server.address() as AddressInfo).port;
  const headers = await makeSession(test.tenant.db, { groups: ['VIEWERS'], recordTypes: ['tag'] });
  session = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  lines.length = 0;
});
afterAll(() => test.close());

interface Connection {
  socket: Socket;
  /** Everything that was received, once the server closes. */
  closed: Promise<string>;
  /** What was received so far. */
  answer: () => string;
}

function open(text = '', host = '127.0.0.1'): Connection {
  const socket = connect(port, host);
  sockets.push(socket);
  let answer = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    answer += piece;
  });
  socket.on('error', () => undefined);
  socket.write(text);
  return {
    socket,
    closed: new Promise((resolve) => socket.on('close', () => resolve(answer))),
    answer: () => answer,
  };
}

/** Sends a byte repeatedly until the server closes. */
async function drip({ socket, closed }: Connection, byte = 'x'): Promise<string> {
  const timer = setInterval(() => socket.write(byte), 20);
  try {
    return await closed;
  } finally {
    clearInterval(timer);
  }
}

const jsonHead = (path: string, length: number, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const uploadHead = (headers: string) =>
  `POST /api/imports HTTP/1.1\r\nHost: a\r\n${headers}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000000\r\n\r\n` +
  '--b\r\nContent-Disposition: form-data; name="timeZone"\r\n\r\nUTC\r\n' +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';

const timedOut = /^HTTP\/1.1 408 Request timeout\r\n.*"id":"request-timeout"/s;
const piecesLeft = async () => (await test.tenant.db.selectFrom('import_piece').selectAll().execute()).length;

describe('a connection', () => {
  it('ends with 408 if the head of a request arrives too slowly', async () => {
    expect(await drip(open('GET /healthz HTTP/1.1\r\nX: '))).toMatch(timedOut);
  });

  it('ends if no request starts on it', async () => {
    expect(await open().closed).toMatch(timedOut);
  });

  it('ends with 408 if a body arrives too slowly', async () => {
    expect(await drip(open(jsonHead('/api/login', 1000)))).toMatch(timedOut);
  });

  it('ends if the rest of a body arrives too slowly after the response', async () => {
    const answer = await drip(open(jsonHead('/api/twins/filters', 1000)));
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).not.toContain('HTTP/1.1 408');
  });

  it('serves consecutive requests, however long they take in total', async () => {
    const { socket, answer } = open();
    for (let count = 1; count <= 4; count += 1) {
      await sleep(150);
      socket.write(`${jsonHead('/api/login', 2)}{}`);
      await expect.poll(() => answer().split('HTTP/1.1 400').length - 1).toBe(count);
    }
  });

  it.each([
    ['an invalid request line', 'HELO\r\n\r\n', 400, 'invalid-request'],
    ['too many headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
  ])('is rejected for %s', async (_, text, status, id) => {
    const answer = await open(text).closed;
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain(`"id":"${id}"`);
    expect(answer).toContain('\r\nX-Content-Type-Options: nosniff\r\n');
    expect(answer).toContain('\r\nStrict-Transport-Security: max-age=31536000; includeSubDomains\r\n');
  });
});

describe('an upload', () => {
  it('is aborted if it arrives too slowly, leaves no data and logs no error', async () => {
    expect(await drip(open(uploadHead(session)), 'time,value\n')).toMatch(timedOut);
    await expect.poll(() => lines.join('')).toContain('the client broke off its request');
    expect(lines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([]);
    expect(await piecesLeft()).toBe(0);
  });

  it('may take longer than other bodies', async () => {
    const { socket, closed } = open(uploadHead(session));
    const row = 'x'.repeat(99);
    const block = `${row}\n`.repeat(2000);
    // One block per window already exceeds the minimum rate.
    const timer = setInterval(() => socket.write(block), 20);
    expect(await Promise.race([closed, sleep(1500)])).toBeUndefined();
    clearInterval(timer);
  });

  it('that is aborted by its sender logs no error and leaves no data', async () => {
    const { socket } = open(uploadHead(session) + 'time,value\n'.repeat(200_000));
    await expect.poll(piecesLeft).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(() => lines.join('')).toContain('the client broke off its request');
    expect(lines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([]);
    await expect.poll(piecesLeft).toBe(0);
  });

  it('is limited for the rest of its body once it is rejected', async () => {
    expect(await drip(open(uploadHead('')))).toMatch(/^HTTP\/1.1 401 /);
  });
});

it('blocks an address for a while after too many unanswered requests on a connection', async () => {
  const request = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
  const few = open(request.repeat(10));
  await expect.poll(() => few.answer().split('HTTP/1.1 200').length - 1).toBe(10);
  const proxied = await open(request.repeat(1000)).closed;
  expect(proxied.split('HTTP/1.1 200').length - 1).toBeLessThan(1000);
  await open(request.repeat(1000), '::1').closed;
  expect(await open(request, '::1').closed).toBe('');
  expect(await metrics.getSingleMetricAsString('twinward_connections_refused_total')).toContain(
    'limit="pipelined"} 1',
  );
  const askOnce = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  await expect.poll(() => open(askOnce, '::1').closed).toContain('HTTP/1.1 200');
});

describe('an address', () => {
  it('may not open more connections than the limit, unless it is a trusted proxy', async () => {
    const ask = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
    const answered = /^HTTP\/1.1 200 /;
    const direct = [1, 2, 3].map(() => open(ask, '::1'));
    for (const { answer } of direct) await expect.poll(answer).toMatch(answered);
    expect(await open(ask, '::1').closed).toBe('');
    const proxied = [1, 2, 3, 4].map(() => open(ask));
    for (const { answer } of proxied) await expect.poll(answer).toMatch(answered);
    direct[0]!.socket.destroy();
    const askOnce = ask.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    await expect.poll(() => open(askOnce, '::1').closed).toMatch(answered);
  });

  it('is in progress until it is answered, unless it asks for a stream of events', async () => {
    const stream = (accept: string) =>
      open(`GET /api/notifications/subscription HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\n${session}\r\n`);
    const events = stream('text/event-stream');
    await expect.poll(events.answer).toMatch(/^HTTP\/1.1 200 /);
    await expect.poll(() => requestsInProgress.any).toBe(false);
    const unanswered = stream('*/*');
    await expect.poll(unanswered.answer).toMatch(/^HTTP\/1.1 200 /);
    expect(requestsInProgress.any).toBe(true);
    unanswered.socket.destroy();
    await expect.poll(() => requestsInProgress.any).toBe(false);
  });

  it('may not have more requests in flight than the limit, even behind a proxy', async () => {
    const stream = (client: string) =>
      open(
        `GET /api/notifications/subscription HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n${session}\r\n`,
      );
    const open3 = [1, 2, 3].map(() => stream('10.1.1.1'));
    for (const { answer } of open3) await expect.poll(answer).toMatch(/^HTTP\/1.1 200 /);
    const refused = stream('10.1.1.1');
    await expect.poll(refused.answer).toMatch(/^HTTP\/1.1 429 .*retry-after: 1\r\n/is);
    await expect.poll(stream('10.1.1.2').answer).toMatch(/^HTTP\/1.1 200 /);
    open3[0]!.socket.destroy();
    const firstLine = async () => {
      const { socket, answer, closed } = stream('10.1.1.1');
      await Promise.race([once(socket, 'data'), closed]);
      return answer();
    };
    await expect.poll(firstLine).toMatch(/^HTTP\/1.1 200 /);
  });
});
