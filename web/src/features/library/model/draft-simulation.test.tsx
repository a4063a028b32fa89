import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DraftProtection, DraftSimulation } from '@twinward/contracts/library/draft-simulation';
import { expect, it } from 'vitest';
import { modelWith } from '../../../testing/models.ts';
import { page, serve, show, viewer } from '../../../testing/show.tsx';
import { ModelPage } from './model-page.tsx';
import { nowAndDraft, sumFigures } from './simulated-figures.ts';

const engineer = { ...viewer, assignedRecordTypes: ['library-model'] };
const path = '/apps/library/twin-models';
const commandId = 'b7a3f2f0-52c3-4b3a-9f6d-0c6f0e6a1c11';
const draft = modelWith({ versionId: 31, draftVersionId: 31, state: 'draft', version: 6 });

const figures = (excursions: number, hits: number) => ({
  excursions,
  duration: 60_000,
  notifyCount: 2,
  advisoryCount: 1,
  level: 500,
  hits,
  misses: 2 - hits,
  falseEpisodes: 1,
});

const rough: DraftProtection = {
  id: 2,
  name: 'Rough',
  now: { problem: null, figures: figures(12, 1) },
  draft: { problem: null, figures: figures(15, 2) },
  thresholds: [{ name: 'High', first: 0, second: 0, gained: 4, lost: 1, moved: 2, same: 9 }],
};

const hot: DraftProtection = {
  id: 3,
  name: 'Hot',
  now: null,
  draft: { problem: 'The input [Heat] is mapped to no tag.', figures: null },
  thresholds: [],
};

const simulationWith = (
  status: 'running' | 'done',
  changes: Partial<DraftSimulation> = {},
): DraftSimulation => ({
  command: {
    commandId,
    type: 'simulate-draft',
    targetType: 'twin-model',
    targetId: '3',
    targetName: 'Centrifugal pump',
    status,
    percent: status === 'done' ? 100 : 40,
    createdBy: engineer.userName,
    createdAt: '2024-01-01T00:00:00.000Z',
    startedAt: '2024-01-01T00:00:00.000Z',
    finishedAt: status === 'done' ? '2024-01-01T00:00:01.000Z' : null,
    error: null,
    result: null,
  },
  startTime: '2024-01-01T00:00:00.000Z',
  endTime: '2024-01-31T00:00:00.000Z',
  stale: false,
  assets: [
    {
      assetId: 11,
      assetName: 'Pump 11',
      uniqueId: 'P-11',
      twinId: 7,
      outcome: 'simulated',
      message: null,
      conflicts: 1,
      protections: [rough, hot],
    },
    {
      assetId: 12,
      assetName: 'Fan 12',
      uniqueId: 'F-12',
      twinId: 8,
      outcome: 'refused',
      message: 'The twin was created from another model, Fan.',
      conflicts: 0,
      protections: [],
    },
  ],
  ...changes,
});

function open(simulation: () => DraftSimulation | null) {
  const asked = serve({
    'GET /api/library/models/3': () => Response.json(draft),
    'GET /api/library/models/3/draft': () =>
      Response.json({ proposed: 'major', problems: [], differences: [] }),
    'GET /api/library/models/3/versions': () => page([]),
    'GET /api/library/models/3/draft/simulation': () => {
      const found = simulation();
      return found ? Response.json(found) : new Response(null, { status: 204 });
    },
    'POST /api/library/models/3/draft/simulation': () => Response.json({ commandId }, { status: 202 }),
    [`POST /api/commands/${commandId}/cancel`]: () => Response.json(simulationWith('running').command),
    'POST /api/assets/filters': () => page([{ id: 11, assetName: 'Pump 11', uniqueId: 'P-11' }]),
  });
  show(<ModelPage />, `${path}/:modelId`, `${path}/3`, engineer);
  return asked;
}

it('shows the totals of a draft', () => {
  expect(sumFigures([rough, hot])).toEqual({
    now: { excursions: 12, advisories: 1, hits: 1, events: 2, falseEpisodes: 1 },
    draft: { excursions: 15, advisories: 1, hits: 2, events: 2, falseEpisodes: 1 },
    gained: 4,
    lost: 1,
    moved: 2,
    problems: 1,
  });
  expect(sumFigures([hot]).now).toBeNull();
  expect(nowAndDraft(null, 1500)).toBe('1,500');
});

it('shows the figures of a draft for each asset', async () => {
  open(() => simulationWith('done', { stale: true }));
  expect(
    await screen.findByText(
      /^1 asset simulated. 12 → 15 excursions: 4 gained, 1 lost, 2 moved; 1 → 2 of 2 known events caught; 1 → 1 false alarms.$/,
    ),
  ).toBeTruthy();
  expect(screen.getByText('The draft has changed since this simulation. Simulate it again.')).toBeTruthy();
  const table = within(screen.getByRole('table', { name: 'Simulated assets' }));
  expect(table.getByText('1 → 2 of 2')).toBeTruthy();
  expect(table.getByText('The twin was created from another model, Fan.')).toBeTruthy();
  expect(table.getByText('1 conflict: the twin keeps its values; 1 not simulated')).toBeTruthy();
  await userEvent.click(table.getByRole('button', { name: 'Pump 11' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pump 11' }));
  expect(dialog.getByText('High: 4 gained, 1 lost, 2 moved')).toBeTruthy();
  expect(dialog.getByText('The input [Heat] is mapped to no tag.')).toBeTruthy();
});

it('simulates the draft on chosen assets, with progress and cancel', async () => {
  let simulation: DraftSimulation | null = null;
  const asked = open(() => simulation);
  expect(await screen.findByText('The draft was not simulated yet.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Simulate on assets' }));
  const form = within(await screen.findByRole('form', { name: 'Simulate the draft' }));
  expect((form.getByRole('button', { name: 'Simulate' }) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(form.getByRole('combobox', { name: 'Assets' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Pump 11 (P-11)' }));
  simulation = simulationWith('running');
  await userEvent.click(form.getByRole('button', { name: 'Simulate' }));
  expect(await screen.findByText('Simulating the draft: 40 %')).toBeTruthy();
  expect(
    asked.find(({ call }) => call === 'POST /api/library/models/3/draft/simulation')!.body,
  ).toMatchObject({
    assetIds: [11],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(asked.some(({ call }) => call.endsWith('/cancel'))).toBe(true));
});
