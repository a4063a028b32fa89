import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ModelPerformance } from '@twinward/contracts/library/performance';
import { expect, it } from 'vitest';
import { modelWith } from '../../../testing/models.ts';
import { serve, show } from '../../../testing/show.tsx';
import { ModelPerformancePage } from './performance-page.tsx';

const address = '/apps/library/twin-models/:modelId/performance';

function open(performance: ModelPerformance) {
  serve({
    'GET /api/library/models/3': () => Response.json(modelWith()),
    'GET /api/library/models/3/performance': () => Response.json(performance),
  });
  show(<ModelPerformancePage />, address, '/apps/library/twin-models/3/performance');
}

const readCells = async (table: string, row: string) => {
  const found = await within(await screen.findByRole('table', { name: table })).findByRole('row', {
    name: new RegExp(row),
  });
  return within(found)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
};

it('shows the figures of the parts of a model for all its twins', async () => {
  open({
    versions: [{ versionId: 30, major: 1, minor: 2, patch: 0, twins: 97 }],
    indicators: [
      {
        id: 6,
        name: 'Rough',
        twins: 97,
        excursions: 1450,
        advisories: { confirmed: 4, prevented: 3, falseAlarm: 2, noAction: 0, open: 1, precision: 7 / 9 },
        score: { scored: 20, hits: 11, misses: 5, falseEpisodes: 6, years: 12, falseEpisodesPerYear: 0.5 },
      },
    ],
    failureModes: [
      {
        id: 4,
        name: 'Wear',
        twins: 97,
        failures: 12,
        suspensions: 85,
        shape: 1.93,
        scale: 1290,
        problem: null,
      },
    ],
  });
  expect(await readCells('Twins by version', '1.2.0')).toContain('97');
  expect(await readCells('Protections', 'Rough')).toEqual(
    expect.arrayContaining(['1,450', '7', '2', '20', '11', '5', '0.5']),
  );
  expect(await readCells('Failure modes', 'Wear')).toEqual(
    expect.arrayContaining(['12', '85', '1.93', '1,290']),
  );
});

it('shows the figures for the twins with one version', async () => {
  const versions = [2, 1].map((minor) => ({
    versionId: 30 + minor,
    major: 1,
    minor,
    patch: 0,
    twins: minor,
  }));
  const asked: (string | null)[] = [];
  serve({
    'GET /api/library/models/3': () => Response.json(modelWith()),
    'GET /api/library/models/3/performance': ({ query }) => {
      asked.push(query.get('versionId'));
      return Response.json({ versions, indicators: [], failureModes: [] });
    },
  });
  show(<ModelPerformancePage />, address, '/apps/library/twin-models/3/performance');
  await userEvent.selectOptions(await screen.findByLabelText('Show figures of'), 'Twins at version 1.1.0');
  await waitFor(() => expect(asked).toEqual([null, '31']));
  expect((screen.getByLabelText('Show figures of') as HTMLSelectElement).value).toBe('31');
});

it('shows a message if there are no twins', async () => {
  open({ versions: [], indicators: [], failureModes: [] });
  expect(await screen.findByText('No twins yet.')).toBeTruthy();
});
