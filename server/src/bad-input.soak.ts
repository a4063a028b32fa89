import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Client } from './testing/client.ts';
import { Instance } from './testing/instance.ts';

/** Input so large that it is generated while it is sent. */

const mebibyte = 1024 * 1024;
const gigabyte = 1_000_000_000;
/** The process takes some 200 MiB by itself. */
const mostMemory = 700 * mebibyte;

let directory: string;
let instance: Instance;
let client: Client;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twinward-bad-input-'));
  instance = new Instance({ directory, environment: { ADMIN_PASSWORD: 'Rotor-42!' } });
  client = await Client.signIn(await instance.address(), 'admin', 'Rotor-42!');
});
afterEach(async () => {
  expect(instance.peakMemory()).toBeLessThan(mostMemory);
  expect((await client.ask('GET', '/readyz')).status).toBe(200);
});
afterAll(async () => {
  await instance.end('SIGTERM');
  await rm(directory, { recursive: true, force: true });
});

/** The given number of bytes of a repeated text. */
function* repeated(text: string, bytes: number): Generator<Buffer> {
  const piece = Buffer.from(text.repeat(Math.ceil(mebibyte / text.length)));
  for (let left = bytes; left > 0; left -= piece.length) yield piece.subarray(0, left);
}

async function expectRefusedFile(commandId: string, error: string): Promise<void> {
  const command = await client.follow(commandId, ({ finishedAt }) => finishedAt !== null);
  expect(command).toMatchObject({ status: 'error', error, result: null });
  // Nothing is stored of an unreadable file.
  const pieces = await instance.withTenant('demo', ({ db }) =>
    db.selectFrom('import_piece').select('position').limit(1).execute(),
  );
  expect(pieces).toEqual([]);
}

test('rejects 2 GB of one line', async () => {
  const commandId = await client.startImport('line.csv', repeated('7', 2 * gigabyte));
  await expectRefusedFile(
    commandId,
    'Line 1 is longer than 1,048,576 characters, as no row is. Please check that each row ends with a line end.',
  );
});

test('rejects 2 GB of one line after valid rows', async () => {
  function* file(): Generator<Buffer> {
    yield Buffer.from('tag,time,value\nnone,0,1\n');
    yield* repeated('7', 2 * gigabyte);
  }
  const commandId = await client.startImport('rows-and-line.csv', file());
  await expectRefusedFile(
    commandId,
    'Line 3 is longer than 1,048,576 characters, as no row is. Please check that each row ends with a line end.',
  );
});

test('rejects a gzip of 10 MB that unpacks to 10 GB', async () => {
  const line = `${' '.repeat(1_000_000 - 1)}\n`;
  // A file of several parts, each packed by itself, unpacks as one.
  const part = gzipSync(line.repeat(100), { level: 9 });
  const packed = Array.from({ length: 100 }, () => part);
  expect(part.length * packed.length).toBeLessThan(11_000_000);
  const commandId = await client.startImport('bomb.csv.gz', packed);
  await expectRefusedFile(
    commandId,
    'The file unpacks to more than 250 times its size, as no file of points does. Please import it unpacked.',
  );
});

test('rejects 10 million points in one body, with and without its length', async () => {
  const point = '{"time":1700000000000,"value":1},';
  const body = (): Generator<Buffer> => repeated(point, 10_000_000 * point.length);
  async function* streamed(): AsyncGenerator<Buffer> {
    yield* body();
  }
  for (const length of [undefined, 10_000_000 * point.length]) {
    const answer = await client.send('POST', '/api/data-points', 'application/json', streamed(), length);
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({
      id: 'too-large',
      title: 'Too large',
      message: 'The body is larger than 16 MiB.',
    });
  }
});
