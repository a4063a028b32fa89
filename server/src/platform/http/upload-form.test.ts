import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { handleErrors } from './error-handler.ts';
import { receiveFile } from './upload-form.ts';

const app = Fastify();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Bytes that the form parser received since the last `send`. */
let parsedBytes = 0;

beforeAll(async () => {
  handleErrors(app);
  app.addHook('onRequest', async ({ raw }) => {
    const pipe = raw.pipe.bind(raw);
    raw.pipe = (parser, options) => {
      const write = parser.write.bind(parser) as (chunk: Buffer) => boolean;
      parser.write = (chunk: Buffer | string) => {
        parsedBytes += chunk.length;
        return write(chunk as Buffer);
      };
      return pipe(parser, options);
    };
  });
  await app.register(multipart, { limits: { fields: 2 } });
  app.post('/refused', (call) =>
    receiveFile(call, async () => {
      throw new AppError('invalid-file', 'Please choose another file.');
    }),
  );
  app.post('/taken', (call) =>
    receiveFile(call, async ({ content }) => {
      for await (const _ of content);
      return { message: 'taken' };
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => {
  agent.destroy();
  return app.close();
});

/** Sends the whole form over the only connection before reading the response. */
function send(form: string, path = '/refused'): Promise<{ status: number | undefined; message: string }> {
  parsedBytes = 0;
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (piece) => {
        text += piece;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, message: JSON.parse(text).message }));
    });
    sent.on('error', reject);
    sent.end(form);
  });
}

const formWithFile = (bytes: number) =>
  `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'x'.repeat(bytes)}\r\n--b--\r\n`;

it('discards the rest of a large rejected file, so that the connection stays usable', async () => {
  const refused = { status: 400, message: 'Please choose another file.' };
  expect(await send(formWithFile(20_000_000))).toEqual(refused);
  expect(await send(formWithFile(20_000_000))).toEqual(refused);
  expect(await send(formWithFile(10))).toEqual(refused);
});

const field = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
const manyFields = field.repeat(100_000);
/** Bytes that may have been read from the connection before the parser is stopped. */
const mostParsed = 256 * 1024;

it('rejects a form with more fields than any call accepts, and stops parsing it', async () => {
  expect(await send(`${manyFields}--b--\r\n`)).toEqual({
    status: 400,
    message: 'The form has too many parts. Please send one file, and its fields before it.',
  });
  expect(parsedBytes).toBeLessThan(mostParsed);
});

it('does not parse what comes after the file', async () => {
  const [file] = formWithFile(10).split('--b--');
  expect(await send(`${file}${manyFields}--b--\r\n`, '/taken')).toEqual({ status: 200, message: 'taken' });
  expect(parsedBytes).toBeLessThan(mostParsed);
});
