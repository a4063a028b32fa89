import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/chromium.mjs';
import { withProduct } from './product.ts';
import { atMost, type BenchRow } from './row.ts';

/** The page *Monitor* of the demo's machine. */
const monitor = '/apps/twins/1/protections';

const routes = [
  '/home',
  '/apps/twins',
  monitor,
  '/apps/assets',
  '/apps/advisories',
  '/apps/twins/1/work',
  '/apps/library/twin-models',
  '/dashboard',
  '/tools/querylist',
  '/settings/lists',
  '/settings/connections',
];

/** Maximum transfer size of a page with an empty cache, in KB. */
const bounds: Readonly<Record<string, number>> = { '/home': 200, [monitor]: 450 };

interface Load {
  requests: number;
  /** Transferred size of bodies and headers. */
  bytes: number;
  /** Transferred size of bodies. */
  bodies: number;
  /** Size of the bodies with gzip, level 6. Transferred size for a response whose body can't be read. */
  gzipped: number;
  /** Number of responses whose body the browser did not return. */
  unread: number;
}

/**
 * Measures the transfer size of some pages of the demo, with an empty cache and when opened again, against the same
 * responses compressed one by one.
 */
export function deliveryBench(): Promise<BenchRow[]> {
  return withProduct(
    async ({ address, password }) => {
      const browser = await chromium.launch({
        executablePath: findChromium(),
        args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
      });
      try {
        const state = await signIn(browser, address, password);
        const loads: { route: string; cold: Load; warm: Load }[] = [];
        for (const route of routes) {
          const context = await browser.newContext({ baseURL: address, storageState: state });
          const page = await context.newPage();
          const cold = await load(page, route);
          loads.push({ route, cold, warm: await load(page, route) });
          await context.close();
        }
        // Over HTTP without TLS, browsers do not accept brotli.
        const gzipOnly = await browser.newContext({
          baseURL: address,
          storageState: state,
          extraHTTPHeaders: { 'accept-encoding': 'gzip' },
        });
        const { bodies } = await load(await gzipOnly.newPage(), '/home');
        const byGzip = atMost('/home, bodies as sent by gzip, with an empty cache', bodies / 1024, 'KB', 200);
        const rows = loads.flatMap(({ route, cold, warm }) => [
          row(`${route}, ${formatRequests(cold)}, with an empty cache`, cold),
          row(`${route}, ${formatRequests(warm)}, opened once more`, warm),
          ...(bounds[route] === undefined
            ? []
            : [atMost(`${route}, with an empty cache`, cold.bytes / 1024, 'KB', bounds[route])]),
        ]);
        return [...rows, byGzip];
      } finally {
        await browser.close();
      }
    },
    { DEMO: 'on' },
  );
}

const formatRequests = ({ requests, unread }: Load) =>
  unread === 0 ? `${requests} requests` : `${requests} requests (${unread} bodies could not be read)`;

const row = (name: string, { bytes, gzipped }: Load): BenchRow => ({
  name,
  value: bytes / 1024,
  unit: 'KB',
  peer: 'the same bodies by gzip',
  peerValue: gzipped / 1024,
  ratio: gzipped / bytes,
  target: null,
});

async function signIn(browser: Browser, address: string, password: string) {
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  await page.goto('/signin');
  await page.getByLabel('Database').fill('demo');
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/home');
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Opens a route, and counts the transferred bytes until there are no further requests. */
async function load(page: Page, route: string): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const total: Load = { requests: 0, bytes: 0, bodies: 0, gzipped: 0, unread: 0 };
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    total.bodies += encodedDataLength;
  });
  const bodies: Promise<void>[] = [];
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    // Responses from the cache are not transferred.
    if (encodedDataLength === 0) return;
    total.requests += 1;
    total.bytes += encodedDataLength;
    bodies.push(
      session.send('Network.getResponseBody', { requestId }).then(
        ({ body, base64Encoded }) => {
          total.gzipped += gzipSync(Buffer.from(body, base64Encoded ? 'base64' : 'utf8')).length;
        },
        // A response without a body, or with a body that the browser has discarded.
        () => {
          total.unread += 1;
          total.gzipped += encodedDataLength;
        },
      ),
    );
  });
  await page.goto(route);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  // The stream of live events never ends, so that the network is never idle.
  await page.waitForFunction(
    () => !document.querySelector('[role="status"][aria-label="Loading..."], [aria-busy="true"]'),
  );
  await page.waitForTimeout(1000);
  await Promise.all(bodies);
  await session.detach();
  return total;
}
