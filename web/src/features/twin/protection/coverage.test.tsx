import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { protectionWith } from '../../../testing/protections.ts';
import { page, serve, show, viewer } from '../../../testing/show.tsx';
import { failureModeWith, twinWith } from '../../../testing/twins.ts';
import { Coverage } from './coverage.tsx';

it('shows which failure modes have no active protection', async () => {
  serve({
    'GET /api/twins/7/failure-modes': () =>
      page(
        [
          failureModeWith({ id: 1, name: 'Wear', risk: 300, protectionIds: [4] }),
          failureModeWith({ id: 2, name: 'Leak', risk: 200, protectionIds: [5] }),
          failureModeWith({ id: 3, name: 'Drift', protectionIds: [] }),
        ],
        3,
      ),
    'GET /api/twins/7/protections': () =>
      page(
        [
          protectionWith({ id: 4, name: 'Heat', active: true }),
          protectionWith({ id: 5, name: 'Flow', active: false }),
        ],
        2,
      ),
  });
  show(<Coverage twin={twinWith()} />, '/', '/');
  const table = within(await screen.findByRole('table', { name: 'Coverage' }));
  expect(
    screen.getByText(
      '2 of 3 failure modes are unprotected, with a risk of $200, not counting 1 without a risk.',
    ),
  ).toBeTruthy();
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['WearProtected$300Covered by Heat', 'LeakUnprotected$200Covered by Flow', 'DriftUnprotected–']);
});

it('shows no amount if the risk is unknown', async () => {
  serve({
    'GET /api/twins/7/failure-modes': () => page([failureModeWith({ id: 1, name: 'Wear', risk: null })], 1),
    'GET /api/twins/7/protections': () => page([], 0),
  });
  show(<Coverage twin={twinWith()} />, '/', '/');
  expect(await screen.findByText('1 of 1 failure modes is unprotected; no risk is set.')).toBeTruthy();
});

it('ignores protections of an inactive twin, and links to a new one', async () => {
  serve({
    'GET /api/twins/7/failure-modes': () =>
      page([failureModeWith({ id: 1, name: 'Wear', protectionIds: [4] })]),
    'GET /api/twins/7/protections': () => page([protectionWith({ id: 4, name: 'Heat', active: true })]),
  });
  const engineer = { ...viewer, assignedRecordTypes: ['protection' as const] };
  show(<Coverage twin={twinWith({ active: false })} />, '/', '/', engineer);
  expect(await screen.findByText(/The twin is inactive: its protections are not evaluated\.$/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Unprotected: protect against Wear' });
  expect(link.getAttribute('href')).toBe('/apps/twins/7/protections/new/edit?against=1');
});
