import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryDirectory } from './platform/config/paths.ts';
import { toForm } from './testing/form.ts';
import { freePort } from './testing/free-port.ts';
import { toHeaders } from './testing/headers.ts';
import { Instance } from './testing/instance.ts';

const certificates = join(import.meta.dirname, 'connectors', 'testing', 'certificates');
/** The name in the certificate of the tests. */
const host = 'broker.test';
const password = 'Rotor-42!';
/** Of one upload: far beyond what a proxy keeps in memory, or takes unless told so. */
const uploadedMegabytes = 64;

interface Ports {
  product: number;
  plain: number;
  secure: number;
}

interface Proxy {
  name: string;
  example: string;
  /** Changes the example as its reader would: name, certificate and ports. */
  adapt(text: string, ports: Ports, directory: string): string;
  command(file: string, directory: string): string[];
}

const pem = (directory: string) => join(directory, 'both.pem');

const proxies: Proxy[] = [
  {
    name: 'nginx',
    example: 'nginx.conf',
    adapt: (text, { product, plain, secure }, directory) =>
      // Its workers write to the folder of the test, which only the test's own user may enter.
      `user ${userInfo().username};\npid ${directory}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path ${directory}/body;\n` +
      `proxy_temp_path ${directory}/proxy;\nfastcgi_temp_path ${directory}/f;\nuwsgi_temp_path ${directory}/u;\n` +
      `scgi_temp_path ${directory}/s;\n${text
        .replaceAll('twinward.plant.example', host)
        .replace('/etc/ssl/certs/twinward.pem', pem(directory))
        .replace('/etc/ssl/private/twinward.key', pem(directory))
        .replace('127.0.0.1:8080', `127.0.0.1:${product}`)
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace('listen 443 ', `listen 127.0.0.1:${secure} `)}\n}\n`,
    command: (file, directory) => ['nginx', '-c', file, '-e', join(directory, 'errors'), '-g', 'daemon off;'],
  },
  {
    name: 'haproxy',
    example: 'haproxy.cfg',
    adapt: (text, { product, plain, secure }, directory) =>
      text
        .replace('/etc/ssl/private/twinward.pem', pem(directory))
        .replace('127.0.0.1:8080', `127.0.0.1:${product}`)
        .replace('bind :80', `bind 127.0.0.1:${plain}`)
        .replace('bind :443', `bind 127.0.0.1:${secure}`),
    command: (file) => ['haproxy', '-db', '-f', file],
  },
  {
    name: 'caddy',
    example: 'Caddyfile',
    adapt: (text, { product, plain, secure }, directory) =>
      `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${secure}\n\tstorage file_system ${directory}/caddy\n}\n${text
        .replaceAll('twinward.plant.example', host)
        .replace(`${host} {`, `${host} {\n\ttls ${pem(directory)} ${pem(directory)}`)
        .replace('127.0.0.1:8080', `127.0.0.1:${product}`)}`,
    command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
];

const isInstalled = (name: string): boolean => {
  try {
    execFileSync('which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

let directory: string;
let product: Instance;
let productPort: number;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twinward-proxies-'));
  await mkdir(join(directory, 'data'));
  const parts = await Promise.all(
    ['server.pem', 'server.key'].map((name) => readFile(join(certificates, name), 'utf8')),
  );
  await writeFile(pem(directory), parts.join('\n'));
  product = new Instance({
    directory: join(directory, 'data'),
    environment: { ADMIN_PASSWORD: password, TRUSTED_PROXIES: '127.0.0.0/8' },
  });
  productPort = Number(new URL(await product.address()).port);
});
afterAll(async () => {
  await product.end('SIGTERM');
  await rm(directory, { recursive: true, force: true });
});

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** One call over HTTP/2. */
async function call(
  session: ClientHttp2Session,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  pieces: Iterable<Buffer> = [],
): Promise<Reply> {
  const stream = session.request({
    ':method': method,
    ':path': path,
    ':authority': host,
    ...headers,
  });
  let received: IncomingHttpHeaders = {};
  stream.on('response', (each) => {
    received = each;
  });
  const sent = pipeline(pieces, stream, { end: true });
  let text = '';
  stream.setEncoding('utf8');
  for await (const piece of stream) text += piece as string;
  await sent;
  return { status: Number(received[':status']), headers: received, text };
}

/** Status and location of a page asked for without TLS. */
function plainCall(port: number, path: string): Promise<{ status: number; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode!, location: response.headers.location });
    })
      .on('error', reject)
      .end();
  });
}

for (const proxy of proxies) {
  describe.skipIf(!isInstalled(proxy.name))(`behind ${proxy.name}`, () => proveProxy(proxy));
}

/** The example in `docs/proxies` meets the requirements of `docs/operations.md` for a proxy. */
function proveProxy({ example, ...proxy }: Proxy): void {
  let ports: Ports;
  let child: ChildProcess;
  let errors = '';
  let session: ClientHttp2Session;
  beforeAll(async () => {
    ports = { product: productPort, plain: await freePort(), secure: await freePort() };
    const folder = join(directory, proxy.name);
    await mkdir(folder);
    await writeFile(pem(folder), await readFile(pem(directory)));
    const text = await readFile(join(repositoryDirectory, 'docs', 'proxies', example), 'utf8');
    const file = join(folder, example);
    await writeFile(file, proxy.adapt(text, ports, folder));
    const [command, ...rest] = proxy.command(file, folder);
    child = spawn(command!, rest, { env: { PATH: process.env.PATH, HOME: folder } });
    child.stderr!.on('data', (piece) => {
      errors += piece;
    });
    const ca = await readFile(join(certificates, 'ca.pem'));
    for (let attempt = 0; ; attempt++) {
      session = connect(`https://127.0.0.1:${ports.secure}`, { ca, servername: host });
      const failed = await once(session, 'connect').then(
        () => null,
        (error: Error) => error,
      );
      if (failed === null) break;
      if (attempt === 100) throw new Error(`${proxy.name} did not start: ${failed.message}\n${errors}`);
      await delay(100);
    }
  });
  afterAll(async () => {
    session.destroy();
    child.kill('SIGTERM');
    await once(child, 'close');
  });

  async function signIn(): Promise<Record<string, string>> {
    const answer = await call(
      session,
      'POST',
      '/api/login',
      { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      [Buffer.from(JSON.stringify({ databaseName: 'demo', userName: 'admin', password }))],
    );
    expect(answer.status, answer.text).toBe(200);
    return toHeaders((JSON.parse(answer.text) as { id: string }).id, 'demo');
  }

  test('redirects pages to TLS, and rejects calls of the API without TLS', async () => {
    const page = await plainCall(ports.plain, '/home');
    expect(page.status).toBe(308);
    expect(page.location).toBe(`https://${host}/home`);
    expect((await plainCall(ports.plain, '/api/login')).status).toBe(403);
  });

  test('serves pages over HTTP/2, compressed and with Strict-Transport-Security', async () => {
    const page = await call(session, 'GET', '/', { 'accept-encoding': 'br' });
    expect(page.status).toBe(200);
    expect(page.headers['strict-transport-security']).toBeDefined();
    const script = /href="([^"]+start-[^"]+\.js)"/.exec(page.text)![1]!;
    const { pathname } = new URL(script, `https://${host}`);
    const answer = await call(session, 'GET', pathname, { 'accept-encoding': 'br' });
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br']);
  });

  test('does not expose the metrics', async () => {
    expect((await call(session, 'GET', '/metrics')).status).toBe(404);
  });

  test('records the address of the user in the session, not a forged one', async () => {
    const { text } = await call(session, 'GET', '/api/user/current/sessions', await signIn());
    const own = (JSON.parse(text) as { current: boolean; address: string }[]).find(({ current }) => current);
    expect(own?.address).toBe('127.0.0.1');
  });

  test('forwards events immediately', async () => {
    const headers = await signIn();
    const stream = session.request({
      ':path': '/api/notifications/subscription',
      ':authority': host,
      ...headers,
    });
    let text = '';
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    const [opened] = await once(stream, 'response');
    expect(opened[':status']).toBe(200);
    const name = `Behind ${proxy.name}`;
    const made = await call(
      session,
      'POST',
      '/api/assets',
      { ...headers, 'content-type': 'application/json' },
      [Buffer.from(JSON.stringify({ uniqueId: name, assetName: name }))],
    );
    expect(made.status, made.text).toBeLessThan(300);
    await expect.poll(() => text, { timeout: 5000 }).toContain('asset');
    stream.close();
  });

  test('forwards a large upload', async () => {
    const line = '2024-01-01T00:00:00Z,1\n';
    const content = Buffer.from(
      `time,No such tag\n${line.repeat((uploadedMegabytes * 1024 ** 2) / line.length)}`,
    );
    const { headers, payload } = toForm({ name: 'points.csv', content }, await signIn());
    const answer = await call(session, 'POST', '/api/imports', headers, [payload]);
    expect(answer.status, answer.text).toBe(202);
  });
}
