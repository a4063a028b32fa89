import type { RiskMatrixBands } from '@twinward/contracts/risk/portfolio';
import type { HelpSettings } from '@twinward/contracts/system/setting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stage, visit } from './browser.ts';
import { createClient, createPerson } from './people.ts';
import { bandsPath, helpPath } from './two-people/change.ts';
import { further } from './two-people/further.ts';
import { ofEachKind } from './two-people/of-each-kind.ts';
import { createPlant, type Scene } from './two-people/plant.ts';

// One person has a screen open, and another one changes its records. The change appears without a reload.
// renewal.test.ts covers the limit of two seconds, which follows from a screen's waits between an event and its
// request.

let scene: Scene;
let help: HelpSettings;
let bands: RiskMatrixBands;

beforeAll(async () => {
  const other = await createClient(stage.administrator);
  const person = await createPerson({ isAdmin: true });
  const [self, leaving] = [await createClient(person), await createClient(person)];
  scene = { plant: await createPlant(other), person, other, self, leaving };
  help = await other.call('GET', helpPath);
  bands = await other.call('GET', bandsPath);
}, 300_000);
afterAll(async () => {
  await scene.other.call('POST', helpPath, help);
  await scene.other.call('PUT', bandsPath, bands);
});

const changes = [
  ...Object.entries(ofEachKind).map(([kind, change]) => [`a change of kind ${kind}`, change] as const),
  ...Object.entries(further),
];

test.each(changes)(
  '%s appears on the open screen of another user',
  async (_, { screen, open, act, seen }) => {
    const page = await visit({ as: scene.person });
    await Promise.all([
      page.waitForResponse(/\/api\/notifications\/subscription$/),
      page.goto(screen(scene.plant)),
    ]);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label="Loading..."]'));
    await open?.(page, scene);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await act(scene);
    await seen(page, scene);
    expect(await page.evaluate(() => 'isSamePage' in window), 'it was not reloaded').toBe(true);
  },
);
