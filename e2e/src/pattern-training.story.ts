import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectUsable, openPage, stage, visit } from './browser.ts';
import {
  addPoints,
  brush,
  createPatternMachine,
  createPatternProtection,
  goodRanges,
  latest,
} from './pattern-machine.ts';

const minute = 60_000;
const rangeLayer = (page: Page) => page.getByRole('application', { name: 'Ranges over the signals' });
/** The percent of a training that has begun. */
const progress = /^(Reading the points of the ranges|Training|Testing on held-out ranges and storing) \d+ %$/;

test('a model is trained, compared with another version, put in service, and raises the level', async () => {
  const machine = await createPatternMachine();
  const { indicator } = await createPatternProtection(machine, 'Cavitation', {}, [
    { name: 'Cavitates', logic: 'MATCHESPATTERN("Cavitation")', level: 700 },
  ]);
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/protections/${indicator.id}/train`);
  const layer = rangeLayer(page);
  await layer.waitFor();
  await page.getByText("Give 'No match' and 'Cavitation' at least one range.").waitFor();

  await page.getByLabel(/^No match/).check();
  await brush(page, layer, 1, 18);
  await page.getByLabel(/^Cavitation/).check();
  await brush(page, layer, 20, 22);
  await page.getByRole('tab', { name: 'Ranges (2)' }).waitFor();
  await page.getByLabel(/^No match/).check();
  await brush(page, layer, 19, 21);
  await page
    .getByText(/^No match, .* overlaps Cavitation, .* A time can belong to one pattern only\.$/)
    .waitFor();
  await page.getByRole('tab', { name: 'Ranges (2)' }).waitFor();

  // Finds similar ranges from one example.
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Actions for Cavitation, / }).click();
  await page.getByRole('menuitem', { name: 'Find similar' }).click();
  const similar = page.getByRole('table', { name: 'Similar ranges' });
  await similar
    .getByText(/^2024-05-0[23] /)
    .first()
    .waitFor();
  await similar
    .getByRole('button', { name: /^Assign 2024-05-0[23] .* to Cavitation$/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Ranges (3)' }).click();
  await expectUsable(page);

  // A fine grid makes the training long enough to be canceled.
  await page.getByLabel('Step', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await page.getByText(progress).waitFor();
  // The switch changes after the response of the server.
  await page.getByLabel('Notify me when it is done').click();
  const bell = await openPage(page.context());
  await bell.goto('/home');
  await bell.getByRole('button', { name: /^Notifications/ }).click();
  await bell.getByRole('link', { name: 'Cavitation: version 1 is trained.' }).waitFor();
  await bell.close();
  await page.getByRole('row', { name: /^Version 1 .* In service since/ }).waitFor();
  await page.getByRole('table', { name: /^Held-out rows/ }).waitFor();

  // A second version is compared with the first before it answers.
  await page.getByLabel('Strictness').selectOption('lenient');
  await page.getByLabel('Step', { exact: true }).fill('60');
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await page.getByText(/^The versions agree on [\d.]+ % of [\d,]+ times\.$/).waitFor();
  await page.getByRole('img', { name: /^Version 2: \d+ in this range$/ }).waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Put version 2 in service' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put in service' }).click();
  await page.getByRole('row', { name: /^Version 2 .* In service since/ }).waitFor();

  const monitor = await openPage(page.context());
  await monitor.goto(`/apps/twins/${machine.twinId}/protections`);
  await monitor.getByRole('heading', { name: 'Cavitation', level: 2 }).waitFor();
  await monitor.getByText(/^Evaluated up to/).waitFor();
  expect(await monitor.getByText('Driven by').count()).toBe(0);
  await addPoints(
    machine,
    Array.from({ length: 90 }, (_, at) => ({ time: latest + (at + 1) * minute, cavitates: at >= 10 })),
  );
  await monitor.getByText('Driven by').waitFor();
  await expectUsable(monitor);

  // The explanation of the answer, and the expected value of the signal.
  await monitor.goto(`/apps/twins/${machine.twinId}/tags/${machine.tagIds.Pressure}/explore`);
  await monitor.getByRole('button', { name: 'Why the last answer' }).click();
  await monitor
    .getByRole('region', { name: 'Why this answer' })
    .getByRole('list', { name: 'Confidence of each pattern' })
    .waitFor();
  await monitor
    .getByText(/^Deviation of FEED-/)
    .first()
    .waitFor();
  await expectUsable(monitor);
});

test('a training is canceled, and no version is created', async () => {
  const machine = await createPatternMachine();
  const { indicator } = await createPatternProtection(machine, 'Cavitation', {
    training: goodRanges,
    stepSeconds: 1,
  });
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/protections/${indicator.id}/train`);
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await page.getByText(progress).waitFor();
  await page.getByRole('button', { name: 'Cancel training' }).click();
  await page.getByText('The training was canceled. No version was created.').waitFor();
  await page.getByText('Not trained yet.').waitFor();
  expect(await page.getByRole('button', { name: 'Train', exact: true }).isEnabled()).toBe(true);
  await expectUsable(page);
});

test('a viewer can view patterns and their ranges, but not change them', async () => {
  const machine = await createPatternMachine();
  const { indicator } = await createPatternProtection(machine, 'Cavitation', { training: goodRanges });
  const page = await visit({ as: stage.viewer });
  await page.goto(`/apps/protections/${indicator.id}/train`);
  const ranges = page.getByRole('table', { name: 'Ranges' });
  await ranges
    .getByRole('row', { name: /^Cavitation/ })
    .first()
    .waitFor();
  await page.getByRole('application', { name: /^Chart of Vibration/ }).waitFor();
  const changing = /^(Save|Train|Add pattern|Add range|Change range|Put .* in service|Cancel training)$/;
  expect(await page.getByRole('button', { name: changing }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Actions for Cavitation, / }).count()).toBe(0);
  await expectUsable(page);
  for (const step of ['inputs', 'patterns', 'ranges', 'train', 'thresholds']) {
    await page.goto(`/apps/protections/${indicator.id}/train2?step=${step}`);
    await page.getByRole('list', { name: 'Steps' }).waitFor();
    expect(await page.getByRole('button', { name: changing }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Save and simulate' }).count()).toBe(0);
  }
});
