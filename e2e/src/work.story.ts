import { expect, test } from 'vitest';
import { stage, visit } from './browser.ts';

const day = 86_400_000;
const daysAgo = (days: number): string =>
  new Date(Date.now() - days * day).toISOString().slice(0, 16).replace('T', ' ');

test('work is recorded and imported with an invalid row, and the MTBF changes', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto('/apps/twins?search=engine+042');
  await page.getByRole('link', { name: 'Turbofan engine 042' }).click();
  await page.getByRole('link', { name: 'Asset', exact: true }).click();
  const mtbf = page.getByRole('region', { name: 'Measured MTBF' });
  await mtbf.getByText('Not calculated yet.').waitFor();
  await mtbf.getByRole('button', { name: 'Calculate' }).click();
  await mtbf.getByText('1 failure, calculated').waitFor();

  await page.getByRole('link', { name: 'Work', exact: true }).click();
  const table = page.getByRole('table', { name: 'Work' });
  await table.getByText('Removed at the end of its life').waitFor();
  await page.getByRole('button', { name: 'Record work' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record work' });
  await dialog.getByLabel('Name').fill('Wash the compressor');
  await dialog.getByLabel('Cost').fill('900');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await table.getByText('Wash the compressor').waitFor();
  await page.getByLabel('Totals').getByText('$900').waitFor();

  await page.getByRole('button', { name: 'More actions for work' }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  const importing = page.getByRole('dialog');
  await importing.getByLabel('File of work').setInputFiles({
    name: 'repairs.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Tag,Number,Name,Kind,Start,Completed',
        `ENGINE-042.REMOVAL,1,Replace a blade,corrective,${daysAgo(400)},${daysAgo(399)}`,
        `ENGINE-042.REMOVAL,2,Replace a seal,corrective,${daysAgo(200)},${daysAgo(199)}`,
        `NO-SUCH-TAG,3,Bad,corrective,${daysAgo(100)},${daysAgo(99)}`,
      ].join('\n'),
    ),
  });
  await importing.getByText('repairs.csv is checked. Nothing is written yet.').waitFor();
  await importing.getByText("Error: Tag: There is no tag 'NO-SUCH-TAG' of type work.").waitFor();
  await importing.getByRole('button', { name: 'Import 2 items' }).click();
  await importing.getByText('repairs.csv is imported.').waitFor();
  await importing.getByRole('button', { name: 'Close' }).last().click();
  await table.getByText('Replace a seal').waitFor();

  await page.getByRole('link', { name: 'Asset', exact: true }).click();
  await mtbf.getByRole('button', { name: 'Calculate' }).click();
  await mtbf.getByText('3 failures, calculated').waitFor();
  await mtbf.getByRole('img', { name: /^Down from [\d,]+ days$/ }).waitFor();
  await mtbf.getByRole('button', { name: 'Why the measured MTBF' }).click();
  const why = page.getByRole('dialog');
  await why.getByText('MTBF = (window - downtime) / failures').waitFor();
  expect(await why.getByText(/^Replace a (seal|blade)/).count()).toBe(2);
});
