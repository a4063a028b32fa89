import type { Asset } from '@twinward/contracts/assets/asset';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { Client } from '../../../../server/src/testing/client.ts';
import { bearingAt, createSignals } from '../plant.ts';
import type { Script } from '../script.ts';

const limit = 85;

/** Creates a pump whose bearing is getting too hot, with an advisory by a rule. */
async function createHotPump(client: Client): Promise<void> {
  const { asset, tags } = await createSignals(
    client,
    { assetName: 'Condensate pump 2', uniqueId: 'PUMP-02' },
    [{ name: 'PUMP-02.BEARING', caption: 'Bearing temperature', unit: 'Cel', valueAt: bearingAt }],
  );
  const { id: twinId } = await client.call<Twin>('POST', '/api/twins', {
    assetId: (asset as Asset).id,
    active: true,
  });
  const tagId = tags[0]!.id;
  await client.call('POST', '/api/tag-aliases', { twinId, name: 'Bearing', mappedTagId: tagId, unit: 'Cel' });
  const { id: reviewer } = await client.call<{ id: number }>('GET', '/api/user/current');
  const [protection] = await client.call<Protection[]>('POST', '/api/indicators', [
    {
      twinId,
      name: 'Hot bearing',
      active: true,
      thresholds: [
        {
          name: 'Too hot',
          logic: `[Bearing] > ${limit}`,
          level: 700,
          rationalization: {
            cause: 'Too little grease, or a worn bearing',
            response: 'Grease the bearing, and measure again',
            timeToRespond: 'PT24H',
          },
          actions: [
            {
              type: 'advisory',
              comment: 'The bearing is hotter than it ever was in normal use.',
              reviewerUserIds: [reviewer],
              targetHorizon: 'P7D',
            },
          ],
        },
      ],
    },
  ]);
  const evaluated = async (): Promise<number> =>
    Date.parse(
      (await client.call<Protection>('GET', `/api/indicators/${protection!.id}`)).lastEvaluatedDate ?? '0',
    );
  await until(async () => (await evaluated()) > 0);
  // Excursions in earlier points are history, for which no advisory is created.
  const time = Date.now();
  await client.call('POST', `/api/tags/${tagId}/data-points`, [{ time, value: 88.4 }]);
  await until(async () => (await evaluated()) >= time);
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((next) => setTimeout(next, 200));
}

export const advisory: Script = {
  async prepare(client) {
    await createHotPump(client);
    return '/apps/advisories';
  },
  async film(director) {
    const { page } = director;
    const row = page.getByRole('link', { name: 'Too hot of Hot bearing' });
    await director.step('A rule found an excursion, and made an advisory for review.', async () => {
      await row.waitFor();
      await director.click(row, () =>
        page.getByRole('heading', { level: 1, name: 'Too hot of Hot bearing' }).waitFor(),
      );
    });
    await director.step('It says what was found, why, and how fast to respond.', async () => {
      await director.moveTo(page.getByRole('region', { name: 'What to do' }));
    });
    await director.step('The chart shows the signal around the excursion.', async () => {
      await director.scrollTo(page.getByRole('application', { name: /^Chart of / }).first());
    });
    await director.keepPicture();
    await director.step('Approve it: the advisory is active.', async () => {
      await director.scrollTo(page.getByRole('button', { name: 'Approve' }));
      await director.click(page.getByRole('button', { name: 'Approve' }), () =>
        page.getByText('Active', { exact: true }).first().waitFor(),
      );
    });
    await director.step('Comment on what is done.', async () => {
      const comment = page.getByRole('textbox', { name: 'Comment' });
      await director.fill(comment, 'Greased at 10:40. The bearing cools down.');
      await director.click(page.getByRole('button', { name: 'Comment', exact: true }), () =>
        page.getByRole('list', { name: 'Comments' }).getByText('Greased at 10:40.').waitFor(),
      );
    });
    await director.step('Close it with what was found: the record of the rule learns from it.', async () => {
      await director.click(page.getByRole('button', { name: 'Close advisory' }), () =>
        page.getByRole('dialog').waitFor(),
      );
      const dialog = page.getByRole('dialog');
      await director.click(dialog.getByRole('radio', { name: /^Confirmed/ }));
      await director.select(dialog.getByLabel('Remediation'), 'Repair');
      await director.click(dialog.getByRole('button', { name: 'Close advisory' }), () =>
        page.getByText('Closed: confirmed', { exact: true }).first().waitFor(),
      );
    });
  },
};
