import { test } from 'vitest';
import { expectUsable, stage, visit } from '../browser.ts';
import { type ProductPage, pages } from '../pages.ts';

const areas = ['/apps/twins', '/settings', '/tools'] as const;

/** Returns the pages whose address begins with an area. Null for pages of no area. */
const pagesBelow = (area: (typeof areas)[number] | null): readonly ProductPage[] =>
  pages.filter(({ path }) => (areas.find((one) => path.startsWith(one)) ?? null) === area);

/** Defines a test for each page of an area. Areas have separate files, so that they run in parallel. */
export function lookAtPages(area: (typeof areas)[number] | null): void {
  test.each(pagesBelow(area).map(({ path, isThere }) => [path, isThere] as const))(
    '%s is accessible, on a desktop and a phone, in light and dark',
    async (path, isThere) => {
      const page = await visit({ as: stage.administrator });
      await page.goto(path);
      await isThere(page);
      await expectUsable(page);
    },
  );
}
