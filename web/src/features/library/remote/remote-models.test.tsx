import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RemoteModel } from '@twinward/contracts/library/remote';
import { expect, it } from 'vitest';
import { modelWith } from '../../../testing/models.ts';
import { serve, show, viewer } from '../../../testing/show.tsx';
import { RemoteModelsPage } from './remote-models-page.tsx';

const path = '/apps/library/remote';
const engineer = { ...viewer, assignedRecordTypes: ['library-model'] };
const shared: RemoteModel = {
  id: 9,
  name: 'Pump',
  description: 'Of the plant in Ulm',
  class: ['Rotating', 'Pump'],
  author: 'Ada',
  manufacturer: '',
  model: '',
  major: 2,
  minor: 1,
  patch: 0,
  updatedAt: '2024-01-01T00:00:00.000Z',
  takenAs: null,
  state: 'new',
};
const connection = { id: 5, name: 'Ulm', type: 'backend', system: null };

it('previews a model of another installation and imports it', async () => {
  const { definition } = modelWith({ definition: { failureModes: [{ id: 1, name: 'Bearing failure' }] } });
  const taken = modelWith({ id: 12, name: 'Pump' });
  const asked = serve({
    'GET /api/connections/choices': () =>
      Response.json([connection, { ...connection, id: 6, name: 'SAP', type: 'sap' }]),
    'GET /api/library/remote/5/models': () => Response.json([shared]),
    'GET /api/library/remote/5/models/9': () => Response.json({ ...shared, notes: 'First', definition }),
    'POST /api/library/remote/5/models/9': () => Response.json(taken),
  });
  const user = userEvent.setup();
  show(<RemoteModelsPage />, path, path, engineer);
  const table = within(await screen.findByRole('table', { name: 'Shared models' }));
  expect(screen.queryByRole('option', { name: 'SAP' })).toBeNull();
  expect(table.getByText('Not imported')).toBeTruthy();
  await user.click(table.getByRole('button', { name: 'Pump' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pump 2.1.0' }));
  expect(await dialog.findByText('Bearing failure')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  await expect.poll(() => asked.map(({ call }) => call)).toContain('POST /api/library/remote/5/models/9');
});

it('shows which models are newer in the other installation, and why an import failed', async () => {
  const { definition } = modelWith();
  serve({
    'GET /api/connections/choices': () => Response.json([connection]),
    'GET /api/library/remote/5/models': () => Response.json([{ ...shared, state: 'newer', takenAs: 12 }]),
    'GET /api/library/remote/5/models/9': () => Response.json({ ...shared, notes: '', definition }),
    'POST /api/library/remote/5/models/9': () =>
      Response.json({ id: 'conflict', message: 'The model here has a draft.' }, { status: 409 }),
  });
  const user = userEvent.setup();
  show(<RemoteModelsPage />, path, path, engineer);
  await screen.findByText('1 model has an update available.');
  const link = screen.getByRole('link', { name: 'Update available' });
  expect(link.getAttribute('href')).toBe('/apps/library/twin-models/12');
  await user.click(screen.getByRole('button', { name: 'Pump' }));
  const update = await screen.findByRole('button', { name: 'Update' });
  await waitFor(() => expect(update).toHaveProperty('disabled', false));
  await user.click(update);
  expect(await screen.findByText('The model here has a draft.')).toBeTruthy();
});

it('shows a hint if no other installation is connected', async () => {
  serve({ 'GET /api/connections/choices': () => Response.json([]) });
  show(<RemoteModelsPage />, path, path, engineer);
  expect(await screen.findByText('No other installation is connected.')).toBeTruthy();
});
