import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { launch, type SignIn, signIn } from './chromium.ts';

export const stage = inject('stage');

export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

let browser: Browser;
/** Contexts in use, and by their options those that wait for the next visit: what the product's pages load stays in their cache. */
const contexts: { key: string; context: BrowserContext }[] = [];
const idle = new Map<string, BrowserContext[]>();
const problems: string[] = [];
let expected: RegExp[] = [];

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
/** A story fails on whatever its pages complain of, the breach of the page's own policy among it. */
afterEach(async () => {
  for (const { key, context } of contexts.splice(0)) {
    await Promise.all(context.pages().map((page) => page.close()));
    idle.set(key, [...(idle.get(key) ?? []), context]);
  }
  const unexpected = problems.splice(0).filter((text) => !expected.some((pattern) => pattern.test(text)));
  expected = [];
  expect(unexpected).toEqual([]);
});

/** Lets a complaint pass that belongs to the story, such as of a call that is to be refused. */
export function expectProblem(pattern: RegExp): void {
  expected.push(pattern);
}

export interface VisitOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** Who is signed in already; nobody unless given. */
  as?: SignIn;
}

/** Opens a page in a browser context that no other visit of the test has, without anything left of earlier tests. */
export async function visit({
  viewport = desktop,
  colorScheme = 'light',
  as,
}: VisitOptions = {}): Promise<Page> {
  const state = as ? await stateOf(as) : { cookies: [], origins: [] };
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
  const context = await browser.newContext({
    baseURL: stage.address,
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
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

type State = Awaited<ReturnType<BrowserContext['storageState']>>;
const states = new Map<string, Promise<State>>();

/** What the browser keeps of a session; each user signs in once for all stories of a file. */
function stateOf(user: SignIn): Promise<State> {
  const known = states.get(user.userName) ?? newState(user);
  states.set(user.userName, known);
  return known;
}

async function newState(user: SignIn): Promise<State> {
  const page = await visit();
  await page.goto('/signin');
  await signIn(page, user);
  await page.waitForURL('**/home');
  return page.context().storageState();
}

/** The page breaks no rule of WCAG 2.2 AA that can be checked by a program. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, (axe) =>
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']),
  );
}

/** The page's colours keep WCAG 2.2 AA: all that another colour scheme can change. */
async function expectContrast(page: Page): Promise<void> {
  await expectNoViolations(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']));
}

async function expectNoViolations(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  // A page whose data were read anew while it was looked at, and dimmed meanwhile, is looked at again.
  for (let wasBusy = true; wasBusy; ) {
    const watch = await page.evaluateHandle(watchBusy, busyParts);
    // No page has frames: so no second window has to be opened to bring their results together.
    const { violations } = await choose(new AxeBuilder({ page })).setLegacyMode().analyze();
    wasBusy = await watch.evaluate((one) => one.stop());
    if (wasBusy) {
      await settle(page);
      continue;
    }
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
    expect(found, `${page.url()} at ${page.viewportSize()?.width}: ${found.join('\n')}`).toEqual([]);
  }
}

/** What a page shows while it loads or reads something anew; the page of parts shows an example that never ends. */
const busyParts =
  ':is([role="status"][aria-label="Loading..."], [aria-busy="true"]):not([data-stays-busy] *)';

/** In the page: watches whether something of it is read anew. */
function watchBusy(busy: string): { stop(): boolean } {
  let wasBusy = document.querySelector(busy) !== null;
  const observer = new MutationObserver(() => {
    wasBusy ||= document.querySelector(busy) !== null;
  });
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-busy'],
  });
  return {
    stop() {
      observer.disconnect();
      return wasBusy;
    },
  };
}

/**
 * The page as it stands is accessible, wide and on a phone, light and dark; dark differs in its colours only. It is
 * left at the width it had.
 */
export async function expectUsable(page: Page): Promise<void> {
  const own = page.viewportSize()!;
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    // What the bar at the top happens to cover in part is no target that is too small.
    await page.evaluate(() => scrollTo(0, 0));
    await showIn(page, 'light');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await showIn(page, 'dark');
    await expectContrast(page);
  }
  await page.setViewportSize(own);
}

/** Gives the page a colour scheme, and waits until it is drawn in it. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => getComputedStyle(document.documentElement).colorScheme === scheme,
    colorScheme,
  );
  await settle(page);
}

/** Waits until nothing of the page is left to load or to fade. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    (busy) =>
      !document.querySelector(busy) &&
      document.getAnimations().every((animation) => animation instanceof CSSAnimation),
    busyParts,
  );
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Only a table may be wider than the page, within a frame of its own. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, `${page.url()} at ${page.viewportSize()?.width}`).toBe(0);
}
