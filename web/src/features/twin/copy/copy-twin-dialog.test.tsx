import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Command } from '@twinward/contracts/core/command';
import { expect, it } from 'vitest';
import { page, serve, show } from '../../../testing/show.tsx';
import { CopyTwinDialog } from './copy-twin-dialog.tsx';

const commandId = 'b7a3f2f0-52c3-4b3a-9f6d-0c6f0e6a1c11';
const asset = (id: number) => ({ id, assetName: `Pump ${id}`, uniqueId: `P-${id}` });
const command = (changes: Partial<Command>): Command => ({
  commandId,
  type: 'copy-twin',
  targetType: 'twin',
  targetId: '7',
  targetName: 'Pump 7',
  status: 'done',
  percent: 100,
  createdBy: 'ada',
  createdAt: '2024-01-01T00:00:00.000Z',
  startedAt: '2024-01-01T00:00:00.000Z',
  finishedAt: '2024-01-01T00:00:01.000Z',
  error: null,
  result: null,
  ...changes,
});

it('copies a twin to the chosen assets, and shows the result for each', async () => {
  const asked = serve({
    'POST /api/assets/filters': () => page([asset(8), asset(9)], 2),
    'POST /api/twins/7/copy': () => Response.json({ commandId }, { status: 202 }),
    [`GET /api/commands/${commandId}`]: () =>
      Response.json(
        command({
          result: {
            copied: 1,
            refused: 1,
            results: [
              { assetId: 8, assetName: 'Pump 8', twinId: 88, message: 'Not mapped: Flow.' },
              {
                assetId: 9,
                assetName: 'Pump 9',
                twinId: null,
                message: 'The asset Pump 9 already has a twin.',
              },
            ],
          },
        }),
      ),
  });
  const pump = { id: 7, assetName: 'Pump 7', assetClassLabel: 'Rotating - Pumps' };
  show(<CopyTwinDialog twin={pump} onClose={() => {}} />, '/', '/');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'All 2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Copy to 2 assets' }));
  await screen.findByText('Done. 1 copied, 1 refused.');
  const rows = within(screen.getByRole('table', { name: 'Results' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    'Pump 9The asset Pump 9 already has a twin.',
    'Pump 8Copied. Not mapped: Flow.',
  ]);
  expect(screen.getByRole('link', { name: 'Pump 8' }).getAttribute('href')).toBe('/apps/twins/88');
  expect(asked.find(({ call }) => call === 'POST /api/assets/filters')!.body).toMatchObject({
    filters: [
      { field: 'TwinId', operator: 'IsNull' },
      { field: 'IsEquipment', value: true },
      { field: 'AssetClass', operator: 'StartsWith', value: 'Rotating - Pumps' },
    ],
  });
  expect(asked.find(({ call }) => call === 'POST /api/twins/7/copy')!.body).toEqual({ assetIds: [8, 9] });
});
