import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type theAxe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { desktop, phone } from './viewports.ts';

declare global {
  interface Window {
    axe?: typeof theAxe;
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Axe, with properties in place of the maps that its build has for private fields: those take a quarter of its time. A
 * key holds its values until it goes itself, which for elements is as long as their page.
 */
const source = `{
  class Fields {
    #key = Symbol();
    get(object) { return object[this.#key]; }
    has(object) { return this.#key in object; }
    set(object, value) { object[this.#key] = value; return this; }
    add(object) { return this.set(object, true); }
  }
  ((WeakMap, WeakSet) => {${axe}})(Fields, Fields);
}`;

const everyRule: theAxe.RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
/** The rules that depend on the colour scheme. */
const contrastRules: theAxe.RunOptions['runOnly'] = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
};

/** Asserts that the page violates no automatically testable rule of WCAG 2.2 AA. */
export const expectAccessible = (page: Page): Promise<void> => expectNoViolations(page, everyRule);

/**
 * Asserts that the current page is accessible, wide and on a phone, light and dark. Checks only colours in dark mode.
 * Restores the width.
 */
export async function expectUsable(page: Page): Promise<void> {
  const own = page.viewportSize()!;
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    // A target that the sticky bar partly covers would count as too small.
    await page.evaluate(() => scrollTo(0, 0));
    await showIn(page, 'light');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await showIn(page, 'dark');
    await expectNoViolations(page, contrastRules);
  }
  await page.setViewportSize(own);
}

/** Checks the settled page. Repeats if its data were reloaded meanwhile, which dims it. */
async function expectNoViolations(page: Page, runOnly: theAxe.RunOptions['runOnly']): Promise<void> {
  for (let wasBusy = true; wasBusy; ) {
    await settle(page);
    await Promise.all(page.frames().map(load));
    const look = await page.evaluate(findViolations, { runOnly, busy: busyParts });
    wasBusy = look.wasBusy;
    if (wasBusy) continue;
    expect(look.found, `${page.url()} at ${page.viewportSize()?.width}: ${look.found.join('\n')}`).toEqual(
      [],
    );
  }
}

/** Loads axe into a frame once for all checks of its document. */
async function load(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe === undefined)) await frame.evaluate(source);
}

/** Elements that a page shows while it loads or reloads. The page of parts has a permanent example. */
const busyParts =
  ':is([role="status"][aria-label="Loading..."], [aria-busy="true"]):not([data-stays-busy] *)';

/** Runs in the page. Returns the violations, and whether parts of the page were reloaded meanwhile. */
async function findViolations({
  runOnly,
  busy,
}: {
  runOnly: theAxe.RunOptions['runOnly'];
  busy: string;
}): Promise<{ wasBusy: boolean; found: string[] }> {
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
  // A toast covers targets for some seconds, which axe then reports as too small.
  const toast = document.querySelector<HTMLElement>('[data-announcer]');
  toast?.style.setProperty('display', 'none');
  // Only violations are reported: on a large page, reporting passes takes longer than the rules.
  const { violations } = await window.axe!.run(document, { runOnly: runOnly!, resultTypes: ['violations'] });
  toast?.style.removeProperty('display');
  observer.disconnect();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
  return { wasBusy, found };
}

/** Sets the colour scheme of the page, and waits until it is drawn. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => getComputedStyle(document.documentElement).colorScheme === scheme,
    colorScheme,
  );
}

/** Waits until loading and transitions have ended, and two frames are drawn. */
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

/** Asserts that only tables in a scrollable frame are wider than the page. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, `${page.url()} at ${page.viewportSize()?.width}`).toBe(0);
}
