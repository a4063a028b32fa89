import { test } from 'vitest';
import { expectUsable, stage, visit } from './browser.ts';
import { createReactor } from './reactor.ts';

test('a pattern protection is created step by step, and scored against its history', async () => {
  const { twinId } = await createReactor();
  const page = await visit({ as: stage.administrator });
  await page.goto(`/apps/twins/${twinId}/protections`);
  await page.getByRole('button', { name: 'More protections' }).click();
  await page.getByRole('menuitem', { name: 'New pattern protection' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Feed faults');
  await page.getByText(/^Save the protection first\./).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();

  // 1: inputs.
  await page.waitForURL('**/train2');
  await page.getByRole('button', { name: 'Choose all 8' }).click();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Next' }).click();

  // 2: patterns.
  for (const name of ['Feed ratio', 'B composition']) {
    await page.getByRole('button', { name: 'Add pattern' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  await expectUsable(page);
  await page.getByRole('button', { name: 'Next' }).click();

  // 3: ranges from proposals: the time before each repair, and quiet periods.
  await page.getByLabel('Time before a failure', { exact: true }).fill('12');
  const give = (what: string, to: string) =>
    page.getByRole('button', { name: new RegExp(`^Assign ${what}, .* to ${to}$`) });
  for (const [pattern, work] of [
    ['Feed ratio', 'Feed ratio corrected'],
    ['B composition', 'B composition corrected'],
  ] as const) {
    await page.getByLabel('Assign events to').selectOption({ label: pattern });
    for (let left = 2; left > 0; left--) await give(work, pattern).first().click();
  }
  await page.getByRole('button', { name: /^Assign all \d+ quiet periods to No match$/ }).click();
  await page.getByRole('tab', { name: /^Ranges \(\d+\)$/ }).click();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Next' }).click();

  // 4: training.
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await page.getByRole('table', { name: /^Held-out rows/ }).waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Next' }).click();

  // 5: thresholds are proposed, and the simulation scores them against the history.
  await page.getByText('MATCHESPATTERN("Feed ratio")').waitFor();
  await page.getByText('MATCHESPATTERN("B composition")').waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Save and simulate' }).click();
  await page.getByRole('heading', { level: 1, name: 'Simulation of Feed faults' }).waitFor();
  await page.getByText('4 of 4 caught', { exact: true }).first().waitFor();
  await expectUsable(page);
});
