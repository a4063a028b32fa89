import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MeasuredMtbf } from '@twinward/contracts/assets/mtbf';
import { expect, it } from 'vitest';
import { serve, show, viewer } from '../../testing/show.tsx';
import { MtbfSection } from './mtbf-section.tsx';

const measured: MeasuredMtbf = {
  assetId: 3,
  failureData: { mtbf: 'P320DT5H', previousMtbf: 'P490D' },
  calculatedAt: '2024-02-01T00:00:00.000Z',
  lowConfidence: false,
  basis: {
    window: { from: '2021-05-07T00:00:00.000Z', to: '2024-02-01T00:00:00.000Z' },
    twinStart: '2021-05-07T00:00:00.000Z',
    workCount: 9,
    failureCount: 3,
    downtime: 'P40D',
    failures: [
      {
        start: '2023-10-01T00:00:00.000Z',
        end: '2023-10-21T00:00:00.000Z',
        work: [{ id: 1, name: 'Replace the seal', number: '4711' }],
      },
    ],
  },
};
const administrator = { ...viewer, isAdmin: true };

function open(found: MeasuredMtbf, user = administrator) {
  const asked = serve({
    'GET /api/assets/3/mtbf': () => Response.json(found),
    'PUT /api/assets/3/mtbf/calc': () => Response.json(measured),
  });
  show(<MtbfSection assetId={3} workPath="/apps/twins/5/work" />, '/', '/', user);
  return asked;
}

it('shows days, the trend, and an explanation', async () => {
  open(measured);
  expect(await screen.findByText('320 days')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Down from 490 days' })).toBeTruthy();
  expect(screen.queryByText('Low confidence')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Why the measured MTBF' }));
  const why = await screen.findByRole('dialog');
  expect(within(why).getByText('MTBF = (window - downtime) / failures')).toBeTruthy();
  expect(within(why).getByText('40 days')).toBeTruthy();
  expect(within(why).getByText(/Replace the seal/)).toBeTruthy();
  expect(within(why).getByRole('link', { name: 'Work' }).getAttribute('href')).toBe('/apps/twins/5/work');
});

it.each([
  [2, 'P100D', '100 days', true],
  [0, null, '> 1,000 days', false],
])('shows whether the MTBF of %d failures is reliable', async (failureCount, mtbf, text, isLow) => {
  open({
    ...measured,
    failureData: { mtbf, previousMtbf: null },
    lowConfidence: true,
    basis: { ...measured.basis!, failureCount, failures: [] },
  });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByText('Low confidence') !== null).toBe(isLow);
  expect(screen.queryByRole('img')).toBeNull();
});

it('can be recalculated by users who may write assets', async () => {
  open({
    ...measured,
    failureData: { mtbf: null, previousMtbf: null },
    calculatedAt: null,
    lowConfidence: true,
    basis: null,
  });
  expect(await screen.findByText('Not calculated yet.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Calculate' }));
  expect(await screen.findByText('320 days')).toBeTruthy();
});

it('has no button for other users', async () => {
  open(measured, viewer);
  expect(await screen.findByText('320 days')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Calculate' })).toBeNull();
});
