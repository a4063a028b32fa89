import { test } from 'vitest';
import { expectUsable, stage, visit } from '../browser.ts';
import { type ProductPage, pages } from '../pages.ts';

const areas = ['/apps/twins', '/settings', '/tools'] as const;

/** The pages whose address begins so; null: those of no area. */
const pagesBelow = (area: (typeof areas)[number] | null): readonly ProductPage[] =>
  pages.filter(({ path }) => (areas.find((one) => path.startsWith(one)) ?? null) === area);

/** A test of each page of an area: areas are apart so that they can be looked at beside each other. */
export function lookAtPages(area: (typeof areas)[number] | null): void {
  test.each(pagesBelow(area).map(({ path, isThere }) => [path, isThere] as const))(
    '%s can be used by all, wide and on a phone, light and dark',
    async (path, isThere) => {
      const page = await visit({ as: stage.administrator });
      await page.goto(path);
      await isThere(page);
      await expectUsable(page);
    },
  );
}
