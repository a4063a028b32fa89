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
 * Axe, with properties in place of the maps that its build has for private fields: those take a quarter of its time. A key
 * holds its values until it goes itself, which for elements is as long as their page.
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
/** All that another colour scheme can change. */
const contrastRules: theAxe.RunOptions['runOnly'] = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
};

/** The page breaks no rule of WCAG 2.2 AA that can be checked by a program. */
export const expectAccessible = (page: Page): Promise<void> => expectNoViolations(page, everyRule);

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
    await expectNoViolations(page, contrastRules);
  }
  await page.setViewportSize(own);
}

/** Looks at the settled page; again where its data were read anew meanwhile, which dims it. */
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

/** Loads axe into a frame once for all looks at what it shows. */
async function load(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe === undefined)) await frame.evaluate(source);
}

/** What a page shows while it loads or reads something anew; the page of parts shows an example that never ends. */
const busyParts =
  ':is([role="status"][aria-label="Loading..."], [aria-busy="true"]):not([data-stays-busy] *)';

/** In the page: what breaks the rules, and whether something of the page was read anew meanwhile. */
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
  // A toast covers for some seconds what is beneath, which axe takes for a target that is too small.
  const toast = document.querySelector<HTMLElement>('[data-announcer]');
  toast?.style.setProperty('display', 'none');
  // Only what is wrong is put into words and sent: of a large page, what is right takes longer than the rules.
  const { violations } = await window.axe!.run(document, { runOnly: runOnly!, resultTypes: ['violations'] });
  toast?.style.removeProperty('display');
  observer.disconnect();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
  return { wasBusy, found };
}

/** Gives the page a colour scheme, and waits until it is drawn in it. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (scheme) => getComputedStyle(document.documentElement).colorScheme === scheme,
    colorScheme,
  );
}

/** Waits until nothing of the page is left to load or to fade, and two frames are drawn. */
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
