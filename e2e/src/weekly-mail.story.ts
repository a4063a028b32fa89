import { randomBytes } from 'node:crypto';
import type { Mail } from '@twinward/contracts/system/mail';
import { expect, test } from 'vitest';
import { enqueue } from '../../server/src/platform/jobs/jobs.ts';
import { makeAsset, makeProtection, makeTag, makeTwin } from '../../server/src/testing/factories.ts';
import { withTenantOfServer } from '../../server/src/testing/instance.ts';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient, createPerson } from './people.ts';

const suffix = randomBytes(3).toString('hex');

/** A protection that alarms in this week. */
async function createAlarm(): Promise<void> {
  const client = await createClient(stage.administrator);
  const tagId = await withTenantOfServer(stage.directory, 'demo', async ({ db }) => {
    const assetId = await makeAsset(db, { assetName: `Weekly fan ${suffix}` });
    const id = await makeTag(db, { unit: 'Cel', assetIds: [assetId] });
    const twinId = await makeTwin(db, {
      assetId,
      aliases: [{ name: 'Bearing', type: 'data_point', mappedTagId: id, unit: 'Cel' }],
    });
    await makeProtection(db, { twinId, thresholds: [{ name: 'Hot', logic: '[Bearing] > 80', level: 500 }] });
    return id;
  });
  const hour = 3_600_000;
  const points = [60, 95, 60].map((value, at) => ({ time: Date.now() - (5 - at) * hour, value }));
  await client.call('POST', `/api/tags/${tagId}/data-points`, points);
}

/** Makes the week of a user's summary end now. */
function endWeek(userId: number): Promise<void> {
  const dueAt = new Date();
  return withTenantOfServer(stage.directory, 'demo', async ({ db }) => {
    await db
      .updateTable('notification_aggregate')
      .set({ since: new Date(dueAt.getTime() - 7 * 86_400_000), due_at: dueAt })
      .where('user_id', '=', userId)
      .execute();
    const payload = { userId, period: 'weekly', dueAt: dueAt.toISOString() };
    await enqueue(db, 'send-aggregate', payload, { key: `aggregate:weekly:${userId}`, runAt: dueAt });
  });
}

test('the weekly mail is in the outbox with its figures and pictures', async () => {
  const email = `weekly-${suffix}@plant.example`;
  const person = await createPerson({ isAdmin: true, email });
  const client = await createClient(person);
  await createAlarm();
  const page = await visit({ as: person });
  await page.goto('/account?tab=notifications');
  const saved = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByLabel('A summary each Monday at 7 AM').check();
  expect((await saved).status()).toBe(200);
  await expectUsable(page);
  await endWeek(person.id);

  const toPerson = { field: 'To', operator: 'EqualTo', value: email, dataType: 'C' };
  const mails = () => client.call<Mail[]>('POST', '/api/mail/filters', { filters: [toPerson], sorts: [] });
  await expect.poll(async () => (await mails()).length, { timeout: 120_000 }).toBe(1);
  await page.goto(`/settings/system?to=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: /^Twinward: .* of the week$/ }).click();
  const mail = page.getByRole('dialog', { name: /^Twinward: .* of the week$/ });
  await mail.getByText(/alarms?; \d+ of \d+ targets met/).waitFor();
  const picture = mail.getByRole('img', { name: /^Alarms per / });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
  await expectUsable(page);
});
