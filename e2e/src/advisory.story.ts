import { randomUUID } from 'node:crypto';
import type { Protection } from '@twinward/contracts/protections/protection';
import { expect, test } from 'vitest';
import { makeAsset, makeTag, makeTwin } from '../../server/src/testing/factories.ts';
import { withTenantOfServer } from '../../server/src/testing/instance.ts';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient, createPerson } from './people.ts';

/**
 * Creates a fan with a protection whose threshold creates an advisory for the reviewer. Evaluated on one cool point.
 */
async function createFan(name: string, reviewerId: number): Promise<{ point(value: number): Promise<void> }> {
  const client = await createClient(stage.administrator);
  const { twinId, tagId } = await withTenantOfServer(stage.directory, 'demo', async ({ db }) => {
    const assetId = await makeAsset(db, { assetName: name });
    const tagId = await makeTag(db, { caption: 'Vibration', assetIds: [assetId] });
    const aliases = [{ name: 'Vibration', type: 'data_point' as const, mappedTagId: tagId }];
    return { twinId: await makeTwin(db, { assetId, aliases }), tagId };
  });
  const [protection] = await client.call<Protection[]>('POST', '/api/indicators', [
    {
      twinId,
      name: 'Imbalance',
      active: true,
      thresholds: [
        {
          name: 'Shaking',
          logic: '[Vibration] > 7',
          level: 600,
          rationalization: {
            cause: 'Dirt on the rotor',
            response: 'Clean and balance it',
            timeToRespond: 'PT8H',
          },
          actions: [
            { type: 'notify', who: [{ type: 'user', id: reviewerId }] },
            {
              type: 'advisory',
              comment: 'Balance the rotor.',
              reviewerUserIds: [reviewerId],
              targetHorizon: 'P7D',
            },
          ],
        },
      ],
    },
  ]);
  let time = Date.UTC(2024, 5, 1);
  async function point(value: number): Promise<void> {
    time += 60_000;
    await client.call('POST', `/api/tags/${tagId}/data-points`, [{ time, value }]);
    const evaluated = async () => {
      const { lastEvaluatedDate } = await client.call<Protection>('GET', `/api/indicators/${protection!.id}`);
      return Date.parse(lastEvaluatedDate ?? '');
    };
    await expect.poll(evaluated, { timeout: 60_000 }).toBe(time);
  }
  await point(2);
  return { point };
}

test('new points create a notification and an advisory, which is reviewed and closed', async () => {
  const reviewer = await createPerson({ directRecordTypes: ['advisory'] });
  const name = `Exhaust fan ${randomUUID().slice(0, 8)}`;
  const fan = await createFan(name, reviewer.id);
  const page = await visit({ as: reviewer });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await fan.point(9);

  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
  const drawer = page.getByRole('dialog', { name: 'Notifications' });
  await drawer.getByText(`${name}: Shaking of Imbalance began.`).waitFor();
  await drawer.getByText(`${name}: the advisory Shaking of Imbalance is waiting for your review.`).click();
  await page.getByRole('heading', { level: 1, name: 'Shaking of Imbalance' }).waitFor();
  await page.getByText('Balance the rotor.').waitFor();
  await page.getByRole('region', { name: 'What to do' }).getByText('Clean and balance it').waitFor();
  await page.getByRole('list', { name: 'Occurrences' }).getByText('2024-06-01 12:02 AM').waitFor();

  await page.getByRole('button', { name: 'Approve' }).click();
  // Beside the title and among the facts.
  await page.getByText('Active', { exact: true }).first().waitFor();
  await page.getByLabel('Add a comment').fill('The rotor lost a weight.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByRole('list', { name: 'Comments' }).getByText('The rotor lost a weight.').waitFor();

  // A new excursion is added to the open advisory.
  await fan.point(2);
  await fan.point(8);
  await page.getByRole('list', { name: 'Occurrences' }).getByText('2024-06-01 12:04 AM').waitFor();

  await page.getByRole('button', { name: 'Close advisory' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Close advisory' }).click();
  await expect.poll(() => dialog.getByText('Required.').count()).toBe(2);
  await dialog.getByRole('radio', { name: /^Confirmed/ }).check();
  await dialog.getByLabel('Remediation').selectOption('Repair');
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Close advisory' }).click();
  await page.getByText('Closed: confirmed', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: /^Actions for Shaking/ }).waitFor();

  const search = encodeURIComponent(name);
  await page.goto(`/apps/advisories?search=${search}&outcome=confirmed`);
  const row = page.getByRole('table', { name: 'Advisories' }).getByRole('row', { name: /Shaking/ });
  await row.getByText('Closed: confirmed').waitFor();

  // A person approves the value, which then counts in the ledger.
  await page.goto(`/apps/value-ledger?search=${search}&approval=open`);
  const lines = page.getByRole('table', { name: 'Closed advisories' });
  await lines.getByRole('link', { name: 'Shaking of Imbalance' }).click();
  await page.getByRole('button', { name: 'Approve value' }).click();
  const approval = page.getByRole('dialog', { name: 'Value of Shaking of Imbalance' });
  await approval.getByLabel(/^At least/).fill('10000');
  await approval.getByLabel(/^At most/).fill('40000');
  await approval.getByLabel(/^Cost of the advisory/).fill('2500');
  await expectUsable(page);
  await approval.getByRole('button', { name: 'Approve value' }).click();
  await page.getByRole('region', { name: 'Value' }).getByText('$7,500 to $37,500').waitFor();
  await page.goto(`/apps/value-ledger?search=${search}&approval=approved`);
  await lines.getByText('$7,500 to $37,500').waitFor();
  const rule = page.getByRole('table', { name: 'By rule' }).getByRole('row', { name: /^Imbalance/ });
  await rule.getByText('$7,500 to $37,500').waitFor();
});
