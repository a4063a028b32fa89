import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ModelOfTwin } from '@twinward/contracts/library/upgrade';
import { expect, it } from 'vitest';
import { serve, show, viewer } from '../../testing/show.tsx';
import { TwinModel } from './twin-model.tsx';

const commandId = 'b7a3f2f0-52c3-4b3a-9f6d-0c6f0e6a1c11';
const engineer = { ...viewer, assignedRecordTypes: ['twin'] };
const model: ModelOfTwin = {
  modelId: 3,
  modelName: 'Centrifugal pump',
  current: { versionId: 30, major: 1, minor: 1, patch: 0 },
  newest: { versionId: 31, major: 1, minor: 2, patch: 0, notes: 'Leaks are seen.' },
  differences: [
    {
      kind: 'thresholds',
      id: 7,
      name: 'High',
      parent: 'Rough',
      change: 'changed',
      fields: [{ field: 'level', before: 500, after: 300 }],
    },
  ],
};

function open(answer: ModelOfTwin | null, user = engineer) {
  const asked = serve({
    'GET /api/twins/7/model': () => Response.json(answer),
    'POST /api/library/models/3/upgrades': () => Response.json({ commandId }, { status: 202 }),
  });
  const router = show(<TwinModel twinId={7} name="Pump 7" />, '/', '/', user);
  return { asked, router };
}

it('shows differences from the model, and previews the upgrade of this twin', async () => {
  const { asked, router } = open(model);
  await userEvent.click(await screen.findByRole('button', { name: '1 part differs from the model' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Pump 7 and its model' }));
  for (const text of ['High', '500', '300']) expect(dialog.getByText(text)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.getByText('Version 1.2.0 of its model is available.')).toBeTruthy();
  expect(screen.getByText('Leaks are seen.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Upgrade' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/apps/library/twin-models/3/upgrade'));
  expect(router.state.location.search).toBe(`?command=${commandId}`);
  expect(asked.at(-1)!.body).toEqual({ twinIds: [7] });
});

it('shows only that a newer version exists to users who may not write twins', async () => {
  open(model, viewer);
  expect(await screen.findByText('Version 1.2.0 of its model is available.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Upgrade' })).toBeNull();
});

it('shows nothing for a twin without a model', async () => {
  const { asked } = open(null);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('heading', { name: 'Model' })).toBeNull();
});
