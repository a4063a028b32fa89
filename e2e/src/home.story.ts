import { addDays } from '@twinward/domain/risk/history';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { recordDay } from '../../server/src/modules/questions/risk-history/service.ts';
import { makeAsset, makeProtection, makeTwin } from '../../server/src/testing/factories.ts';
import { withTenantOfServer } from '../../server/src/testing/instance.ts';
import { stage, visit } from './browser.ts';
import { createClient, createPerson } from './people.ts';

// The plant on Monday morning: the risk, what changed it, and what to do first.

const day = 86_400_000;
const wear = { distribution: 'weibull', type: 'cdf', shape: 2, scale: 'P1000D' } as const;
const mission = { startDate: new Date('2024-01-01T00:00:00Z'), missionTime: 'P365D' };

let twinId: number;
let today: string;

beforeAll(async () => {
  twinId = await withTenantOfServer(stage.directory, 'demo', async ({ db }) => {
    const unit = await makeAsset(db, { assetName: 'Home unit', isEquipment: false });
    const assetId = await makeAsset(db, { assetName: 'Home pump', parentId: unit });
    const consequence = { value: 40_000_000 };
    const id = await makeTwin(db, { assetId, ...mission, failureDistribution: wear, consequence });
    await makeProtection(db, { twinId: id, name: 'Bearing' });
    // The history begins ten days ago.
    const { rows } = await sql<{ today: string }>`select (now() at time zone 'UTC')::date as today`.execute(
      db,
    );
    today = rows[0]!.today;
    await sql`delete from risk_history`.execute(db);
    await sql`delete from risk_history_state`.execute(db);
    await recordDay(db, Date.now() - 10 * day);
    await recordDay(db);
    return id;
  });
});

test('home shows what changed the money at risk, and the map links to the twin', async () => {
  const person = await createPerson({ isAdmin: true, timeZone: 'UTC' });
  const client = await createClient(person);
  const page = await visit({ as: person });
  await page.goto('/home');
  await page
    .getByRole('group', { name: 'Money at risk' })
    .getByText(/No change since|since /)
    .waitFor();

  // A change elsewhere is seen here without a reload.
  const { version } = await client.call<{ version: number }>('GET', `/api/twins/${twinId}`);
  await client.call('PUT', '/api/twins/with-risk', {
    twin: { id: twinId, version },
    consequence: { value: 90_000_000, lifeCycleState: 'edit' },
  });
  const since = addDays(today, -10);
  const causes = page.getByRole('table', { name: `What changed the risk since ${since}` });
  const line = causes.getByRole('row', { name: /Home pump/ });
  await line.getByText('Consequence $40,000,000 → $90,000,000').waitFor();
  await line.getByText('+$6,000,000').waitFor();

  // The largest tile is the pump, which is first in the tab order.
  const map = page.getByRole('application', { name: /^Map of .* twins: area by consequence/ });
  await map.focus();
  await page.keyboard.press('Home');
  await page.getByText('in Home unit. Not evaluated. Risk $10,800,000, consequence $90,000,000.').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/apps/twins/${twinId}`);

  await page.goto('/home?area=risk');
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Table' }).click();
  const first = page.getByRole('table', { name: 'Twins of the map' }).getByRole('row').nth(1);
  await first.getByText('Home pump').waitFor();
  await first.getByText('$10,800,000').waitFor();
});

test('the list of what to do first links to the records', async () => {
  const page = await visit({ as: stage.administrator });
  await page.goto('/home');
  const list = page.getByRole('table', { name: 'What to do first' });
  const first = list.getByRole('row').nth(1);
  await first.getByRole('button', { name: /^Why the rank of / }).click();
  const why = page.getByRole('dialog', { name: 'Risk × level / 1000 × urgency' });
  await why.getByText('Weighted risk').waitFor();
  await page.keyboard.press('Escape');
  const step = first.getByRole('link').nth(1);
  const to = await step.getAttribute('href');
  await step.click();
  await page.waitForURL(`**${to}`);
  expect(to).toMatch(/^\/apps\/twins\/\d+\//);
});
