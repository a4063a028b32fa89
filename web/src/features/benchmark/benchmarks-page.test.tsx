import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Benchmark } from '@twinward/contracts/assets/benchmark';
import { expect, it } from 'vitest';
import { serve, show, viewer } from '../../testing/show.tsx';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { findProblems } from './benchmark-dialog.tsx';
import { BenchmarksPage } from './benchmarks-page.tsx';

const pumps: Benchmark = {
  taxonomyId: 2,
  category: { id: 1, caption: 'Rotating' },
  class: { id: 2, caption: 'Pumps' },
  type: null,
  level: 'class',
  score: null,
  distribution: 'weibull',
  mtbfDays: 700,
  mtbf: 'P700D',
  shape: 1.4,
  characteristicLife: 'P768D',
  source: 'An example',
  isExample: true,
  version: 4,
};

it('lists benchmarks, and edits one with its source and the version that was read', async () => {
  const asked = serve({
    'GET /api/library/models/mtbf': () => Response.json([pumps]),
    'GET /api/assets/taxonomy/list': () => Response.json([]),
    'PUT /api/library/models/mtbf/2': () => Response.json(pumps),
  });
  show(<BenchmarksPage />, '/settings/benchmarks', '/settings/benchmarks');
  await userEvent.click(await screen.findByRole('button', { name: 'Rotating - Pumps' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit benchmark' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save benchmark' }));
  // An edited figure needs its own source.
  expect(dialog.getByText('Required.')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Source'), 'Our own work');
  await userEvent.click(dialog.getByRole('button', { name: 'Save benchmark' }));
  await screen.findByRole('table', { name: 'Benchmarks' });
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    mtbfDays: 700,
    shape: 1.4,
    score: null,
    source: 'Our own work',
    distribution: 'weibull',
    isExample: false,
    version: 4,
  });
});

it('removes a benchmark, and restores it by Undo, unless another user has saved a new one', async () => {
  let rows = [pumps];
  const asked = serve({
    'GET /api/library/models/mtbf': () => Response.json(rows),
    'GET /api/assets/taxonomy/list': () => Response.json([]),
    'DELETE /api/library/models/mtbf/2': () => {
      rows = [];
      return new Response(null, { status: 204 });
    },
    'PUT /api/library/models/mtbf/2': () =>
      Response.json({ message: 'The entry already has a benchmark. Edit that one.' }, { status: 409 }),
  });
  const screenWithToasts = (
    <>
      <BenchmarksPage />
      <Announcer />
    </>
  );
  show(screenWithToasts, '/settings/benchmarks', '/settings/benchmarks', { ...viewer, isAdmin: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Rotating - Pumps' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Remove' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('The entry already has a benchmark. Edit that one.');
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    mtbfDays: 700,
    shape: 1.4,
    score: null,
    source: 'An example',
    distribution: 'weibull',
    isExample: true,
    version: null,
  });
});

it('shows an error for an invalid figure', () => {
  const right = { taxonomyId: 1, mtbfDays: 1, shape: 1, score: null, source: 'x' };
  expect(findProblems(right)).toEqual({});
  expect(findProblems({ ...right, mtbfDays: 0, shape: 0, score: 101, source: '' })).toEqual({
    mtbfDays: 'Please enter a number greater than 0.',
    shape: 'Please enter a number between 0.1 and 100.',
    score: 'Please enter a number between 0 and 100.',
    source: 'Required.',
  });
});
