import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json, text } from 'node:stream/consumers';
import type { LoginResponse } from '@twinward/contracts/access/session';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { Client } from '../../server/src/testing/client.ts';
import { launch, type SignIn, settled } from './chromium.ts';
import type { Stage } from './stage.ts';
import { desktop } from './viewports.ts';

/** The running product of this worker, and what its stories find in it. */
export const stage = await readStage();

/** Waits without a limit: on a busy machine evaluating the demo takes minutes. */
async function readStage(): Promise<Stage> {
  const request = get(`${inject('stages')}/${process.env.VITEST_POOL_ID}`);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(await text(response));
  return (await json(response)) as Stage;
}

export { expectAccessible, expectUsable } from './accessibility.ts';
export { desktop, phone } from './viewports.ts';

/** Shared by all stories of a worker, so that loaded files stay in its cache. Closed with the worker. */
let browser: Promise<Browser> | undefined;
/** Contexts in use, and by options those available for the next visit. */
const contexts: { key: string; context: BrowserContext }[] = [];
const idle = new Map<string, BrowserContext[]>();
const problems: string[] = [];
let expected: RegExp[] = [];

/** Ends the visits of a test. Fails for any error of its pages, including violations of the Content-Security-Policy. */
export async function endVisits(): Promise<void> {
  for (const { key, context } of contexts.splice(0)) {
    await Promise.all(context.pages().map((page) => page.close()));
    idle.set(key, [...(idle.get(key) ?? []), context]);
  }
  const unexpected = problems.splice(0).filter((text) => !expected.some((pattern) => pattern.test(text)));
  expected = [];
  expect(unexpected, unexpected.join('\n')).toEqual([]);
}

/** Ignores an expected error of a page, such as that of a call that must be rejected. */
export function expectProblem(pattern: RegExp): void {
  expected.push(pattern);
}

export interface VisitOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** The signed-in user. Default: none. */
  as?: SignIn;
}

/** Opens a page in a separate browser context, without data of earlier tests. */
export async function visit({
  viewport = desktop,
  colorScheme = 'light',
  as,
}: VisitOptions = {}): Promise<Page> {
  const state = as ? await getState(as) : { cookies: [], origins: [] };
  const key = JSON.stringify([viewport, colorScheme]);
  const context = idle.get(key)?.pop() ?? (await newContext(viewport, colorScheme));
  contexts.push({ key, context });
  await context.setStorageState(state);
  return openPage(context);
}

async function newContext(
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<BrowserContext> {
  browser ??= launch();
  const context = await (await browser).newContext({
    baseURL: stage.address,
    viewport,
    colorScheme,
    ...settled,
  });
  context.setDefaultTimeout(60_000);
  return context;
}

/** Opens one more page, as a tab of the same browser. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    problems.push(`${page.url()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.stack ?? error.message}`));
  return page;
}

type State = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;
const states = new Map<string, Promise<State>>();

/** Returns the browser state of a session. Each user signs in once for all stories of a worker. */
function getState(user: SignIn): Promise<State> {
  const key = `${user.databaseName}\n${user.userName}`;
  const known = states.get(key) ?? newState(user);
  states.set(key, known);
  return known;
}

/** Creates the state that the sign-in page stores. */
async function newState({ userName, password, databaseName = 'demo' }: SignIn): Promise<State> {
  const { id, timeLeft } = await new Client(stage.address, {}).call<LoginResponse>('POST', '/api/login', {
    databaseName,
    userName,
    password,
  });
  const kept = {
    'twinward.database': databaseName,
    'twinward.session': JSON.stringify({ sessionId: id, databaseName }),
    'twinward.session.end': JSON.stringify([id, Date.now() + timeLeft]),
  };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: stage.address, localStorage }] };
}
