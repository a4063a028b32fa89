import { randomBytes, randomInt } from 'node:crypto';
import type { Advisory, AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { Work } from '@twinward/contracts/assets/work';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SapPeer } from '../../server/src/connectors/sap/peer.ts';
import type { Client } from '../../server/src/testing/client.ts';
import { expectUsable, stage, visit } from './browser.ts';
import { createClient } from './people.ts';
import { addConnection, changeWhilePaused, openMapping, resume, saveMapping } from './systems.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** To the minute, six hours ago. */
const begin = Math.floor(Date.now() / 60_000) * 60_000 - 6 * hour;

/** Start and end of a failure in the format of SAP: a date and a time of day each. */
const malfunction = (start: number, end: number) => ({
  MalfunctionStartDate: start - (start % day),
  MalfunctionStartTime: timeOfDay(start),
  MalfunctionEndDate: end - (end % day),
  MalfunctionEndTime: timeOfDay(end),
});
const timeOfDay = (time: number): string => {
  const [hours, minutes, seconds] = new Date(time).toISOString().slice(11, 19).split(':');
  return `PT${hours}H${minutes}M${seconds}S`;
};

const named = (field: string, value: string | number) => ({
  filters: [{ field, operator: 'EqualTo', value, dataType: typeof value === 'string' ? 'C' : 'N' }],
});

/** A system with a fan that failed once, a hundred days ago. */
function fill(peer: SapPeer, number: string, suffix: string): void {
  const location = `EX-${suffix}`;
  const then = begin - 100 * day;
  peer.locations.push({
    FunctionalLocation: location,
    FunctionalLocationLabelName: location,
    FunctionalLocationName: `Exhaust ${suffix}`,
    LastChangeDateTime: then,
  });
  peer.equipment.push({
    Equipment: number.padStart(18, '0'),
    ValidityStartDate: Date.UTC(2020, 0, 1),
    ValidityEndDate: Date.UTC(9999, 11, 31),
    EquipmentName: `Exhaust fan ${suffix}`,
    FunctionalLocation: location,
    MaintenancePlant: '1010',
    LastChangeDateTime: then,
  });
  peer.notifications.push({
    MaintenanceNotification: '000009000001',
    NotificationType: 'M2',
    NotificationText: 'Bearing replaced',
    TechnicalObject: number.padStart(18, '0'),
    TechnicalObjectLabel: number,
    ReportedByUser: 'MEYER',
    NotifProcessingPhase: '4',
    NotifProcessingPhaseDesc: 'Completed',
    NotificationTimeZone: 'UTC',
    ...malfunction(then, then + 4 * hour),
    CreationDate: then - (then % day),
    LastChangeDateTime: then + 4 * hour,
  });
}

/** The twin of an asset with a vibration that a protection watches, whose advisories request work in SAP. */
async function createTwin(client: Client, assetId: number, uniqueId: string) {
  const { id: twinId } = await client.call<Twin>('POST', '/api/twins', { assetId, active: true });
  const [tag] = await client.call<Tag[]>('POST', '/api/tags', [
    { name: `${uniqueId}.VIB`, caption: 'Vibration', type: 'data_point', assetIds: [assetId] },
  ]);
  await client.call('POST', '/api/tag-aliases', { twinId, name: 'Vibration', mappedTagId: tag!.id });
  const [work] = await client.call<Tag[]>('POST', '/api/tags/filters', named('Name', `${uniqueId} M2`));
  await client.call('POST', '/api/tag-aliases', {
    twinId,
    type: 'work',
    name: 'Notifications',
    mappedTagId: work!.id,
  });
  const [administrator] = await client.call<{ id: number }[]>(
    'POST',
    '/api/users/filters',
    named('UserName', stage.administrator.userName),
  );
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
          actions: [
            {
              type: 'advisory',
              comment: 'It shakes more than it may.',
              reviewerUserIds: [administrator!.id],
              work: { system: 'SAP', type: 'M2', priority: '1', shortDescription: 'Balance the rotor' },
            },
          ],
        },
      ],
    },
  ]);
  async function point(time: number, value: number): Promise<void> {
    await client.call('POST', `/api/tags/${tag!.id}/data-points`, [{ time, value }]);
    const evaluated = async () => {
      const { lastEvaluatedDate } = await client.call<Protection>('GET', `/api/indicators/${protection!.id}`);
      return Date.parse(lastEvaluatedDate ?? '');
    };
    await expect.poll(evaluated).toBe(time);
  }
  return { twinId, point };
}

async function calculateMtbf(page: Page, assetId: number, failures: string): Promise<void> {
  await page.goto(`/apps/assets/${assetId}`);
  const mtbf = page.getByRole('region', { name: 'Measured MTBF' });
  await mtbf.getByRole('button', { name: 'Calculate' }).click();
  await mtbf.getByText(`${failures}, calculated`).waitFor();
}

test('an advisory creates a SAP notification, whose completion is imported and scored', async () => {
  const suffix = randomBytes(4).toString('hex').toUpperCase();
  const number = String(randomInt(1_000_000_000, 9_999_999_999));
  const name = `SAP ${suffix}`;
  const peer = await new SapPeer().start();
  fill(peer, number, suffix);
  const client = await createClient(stage.administrator);
  const page = await visit({ as: stage.administrator });
  let connectionId: number | null = null;
  try {
    connectionId = await addConnection(page, 'SAP Plant Maintenance', {
      Name: name,
      Address: peer.origin,
      User: peer.user,
      Password: peer.password,
      'Notification types to read': 'M1\nM2',
    });
    await openMapping(page, 'Maintenance notifications');
    await page.getByLabel('Resource', { exact: true }).selectOption('Reported by (ReportedByUser)');
    await page.getByRole('table', { name: 'Preview' }).getByText('MEYER').waitFor();
    await expectUsable(page);
    await saveMapping(page);
    await resume(page);

    // Assets come first, then their work.
    const workOfFan = () =>
      client.call<Work[]>('POST', '/api/work/filters', named('TagName', `${number} M2`));
    await expect.poll(async () => (await workOfFan()).length).toBe(1);
    expect((await workOfFan())[0]).toMatchObject({ name: 'Bearing replaced', resource: 'MEYER' });
    const [asset] = await client.call<Asset[]>('POST', '/api/assets/filters', named('UniqueId', number));
    await page.goto(`/settings/connections/${connectionId}/records`);
    await page
      .getByRole('region', { name: 'Maintenance notifications' })
      .getByText('Rejected', { exact: true })
      .waitFor();
    await expectUsable(page);
    await calculateMtbf(page, asset!.id, '1 failure');
    await page.getByText(/^Read from /).waitFor();
    await page.getByRole('link', { name, exact: true }).waitFor();
    await expectUsable(page);

    const { twinId, point } = await createTwin(client, asset!.id, number);
    await page.goto(`/apps/twins/${twinId}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const editing = page.getByRole('dialog', { name: `Edit Exhaust fan ${suffix}` });
    await editing.getByLabel('Connection for work requests').selectOption({ label: name });
    await expectUsable(page);
    await editing.getByRole('button', { name: 'Save' }).click();
    await editing.waitFor({ state: 'detached' });
    await point(begin, 2);
    await point(begin + hour, 9);

    // The advisory is approved, and sent once.
    const advisories = () =>
      client.call<AdvisorySummary[]>('POST', '/api/advisories/filters', named('TwinId', twinId));
    await expect.poll(async () => (await advisories()).length).toBe(1);
    const [{ id: advisoryId }] = (await advisories()) as [AdvisorySummary];
    const advisoryPath = `/apps/twins/${twinId}/advisories/${advisoryId}`;
    await page.goto(advisoryPath);
    const request = page.getByRole('region', { name: 'Work request' });
    await request.getByText('Sent when the advisory becomes active').waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await request.getByRole('link', { name: '10000001', exact: true }).waitFor();
    await request.getByText('Outstanding', { exact: true }).waitFor();
    await request.getByText(name, { exact: true }).waitFor();
    await expectUsable(page);
    const made = peer.notifications.filter(
      ({ NotificationText }) => NotificationText === 'Balance the rotor',
    );
    expect(made).toMatchObject([
      {
        NotificationType: 'M2',
        MaintPriority: '1',
        TechnicalObject: number.padStart(18, '0'),
        MaintenancePlant: '1010',
      },
    ]);

    // The fan failed an hour after the alarm, and ran again another hour later.
    await changeWhilePaused(page, connectionId, () => {
      peer.change(made[0]!, malfunction(begin + 2 * hour, begin + 3 * hour));
      peer.complete(made[0]!);
    });
    await point(begin + 4 * hour, 2);
    await page.goto(advisoryPath);
    await expect.poll(() => request.getByText('Completed', { exact: true }).count()).toBe(2);
    await expectUsable(page);
    expect(peer.notifications).toHaveLength(2);

    // The imported work belongs to SAP.
    await request.getByRole('link', { name: 'Recorded' }).click();
    const works = page.getByRole('table', { name: 'Work' });
    await works.getByRole('button', { name: 'Balance the rotor' }).click();
    const work = page.getByRole('dialog', { name: 'Balance the rotor' });
    await work.getByText(/as 000010000001\. Fields from that system are read-only/).waitFor();
    expect(await work.getByLabel('Name', { exact: true }).isEditable()).toBe(false);
    expect(await work.getByLabel('Order number').inputValue()).toBe('10000001');
    await expectUsable(page);
    await page.keyboard.press('Escape');
    await work.waitFor({ state: 'detached' });
    await calculateMtbf(page, asset!.id, '2 failures');

    // A confirmed advisory counts in the record of its protection, with the failure that it predicted.
    await page.goto(advisoryPath);
    await page.getByRole('button', { name: 'Close advisory' }).click();
    const closing = page.getByRole('dialog');
    await closing.getByRole('radio', { name: /^Confirmed/ }).check();
    await closing.getByLabel('Remediation').selectOption('Repair');
    await closing.getByRole('button', { name: 'Close advisory' }).click();
    await page.getByText('Closed: confirmed', { exact: true }).first().waitFor();
    const { workRequest } = await client.call<Advisory>('GET', `/api/advisories/${advisoryId}`);
    expect(workRequest).toMatchObject({ number: '10000001', phase: 'completed', error: null, attempts: 1 });
    await page.goto(`/apps/twins/${twinId}/protections`);
    await page.getByText(/^Record: 1 of 1 caught, .*100 % of its advisories were correct$/).waitFor();
    await expectUsable(page);
  } finally {
    if (connectionId !== null) await client.call('POST', `/api/connections/${connectionId}/pause`);
    await peer.stop();
  }
});
