import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { modelServer, modelWith } from '../../../testing/models.ts';
import { type Answers, page, serve, show, viewer } from '../../../testing/show.tsx';
import { ModelActivitiesPage } from './activities-page.tsx';
import { ModelDetailsPage } from './details-page.tsx';
import { ModelProtectionPage } from './protection-page.tsx';
import { ModelRiskPage } from './risk-page.tsx';
import { ModelTagsPage } from './tags-page.tsx';

const engineer = { ...viewer, assignedRecordTypes: ['library-model'] };
const parts = {
  missionTime: 'P365D',
  parameters: [{ id: 1, name: 'trip', unit: 'mm/s', minimum: 0, maximum: 20, default: 7 }],
  tagAliases: [
    { id: 2, name: 'Vibration', keywords: ['vib'], tagNamePattern: '{uniqueId}.VIB' },
    { id: 3, name: 'Service', type: 'work' as const },
  ],
  failureModes: [{ id: 4, name: 'Wear' }],
  activities: [{ id: 5, name: 'Inspect' }],
  indicators: [
    {
      id: 6,
      name: 'Rough',
      tagAliasIds: [2],
      thresholds: [{ id: 7, name: 'High', logic: '[Vibration] > 5', level: 500 }],
    },
  ],
};

function open(
  content: ReactNode,
  path: string,
  { model = modelWith({ definition: parts }), search = '', user = engineer, answers = {} as Answers } = {},
) {
  const server = modelServer(model);
  const asked = serve({
    'GET /api/library/models/3': () => Response.json(server.model),
    'PUT /api/library/models/3': ({ body }) => server.put(body as Partial<TwinModel>),
    'GET /api/assets/taxonomy/list': () => Response.json([]),
    'POST /api/uoms/filters': () => page([]),
    ...answers,
  });
  show(
    content,
    `/apps/library/twin-models/:modelId/${path}`,
    `/apps/library/twin-models/3/${path}${search}`,
    user,
  );
  return { server, asked };
}

const heading = () => screen.findByRole('heading', { level: 1, name: 'Centrifugal pump' });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('adds a failure mode with the next unused id, in the form of a twin', async () => {
  const { server } = open(<ModelRiskPage />, 'risk');
  await heading();
  await userEvent.click(screen.getByRole('button', { name: 'Add failure mode' }));
  const form = await dialog('New failure mode');
  await userEvent.type(form.getByLabelText('Name'), 'Leak');
  await userEvent.click(form.getByRole('checkbox', { name: 'Rough' }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.model.definition.failureModes).toHaveLength(2));
  expect(server.model.definition.failureModes[1]).toMatchObject({ id: 8, name: 'Leak', probability: null });
  expect(server.model.definition.indicators[0]!.failureModeIds).toEqual([8]);
  expect(server.model.state).toBe('draft');
});

it('saves a change if another user has changed another part', async () => {
  const { server } = open(<ModelActivitiesPage />, 'activities', { search: '?part=5' });
  const form = await dialog('Inspect');
  const theirs = server.model.definition;
  server.change({
    definition: { ...theirs, failureModes: [{ ...theirs.failureModes[0]!, name: 'Abrasion' }] },
  });
  await userEvent.type(form.getByLabelText('Resource'), 'Crew A');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.model.definition.activities[0]!.resource).toBe('Crew A'));
  expect(server.model.definition.failureModes[0]!.name).toBe('Abrasion');
});

it('shows both versions of a part that was also changed by another user', async () => {
  const { server } = open(<ModelActivitiesPage />, 'activities', { search: '?part=5' });
  const form = await dialog('Inspect');
  const theirs = server.model.definition;
  server.change({
    definition: { ...theirs, activities: [{ ...theirs.activities[0]!, resource: 'Crew B' }] },
  });
  await userEvent.type(form.getByLabelText('Resource'), 'Crew A');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  const conflict = await dialog('Changed by someone else');
  expect(conflict.getByText('Crew A')).toBeTruthy();
  expect(conflict.getByText('Crew B')).toBeTruthy();
  expect(server.model.definition.activities[0]!.resource).toBe('Crew B');
});

it('edits a parameter, and rejects a default outside its range', async () => {
  const { server } = open(<ModelDetailsPage />, 'details', { search: '?part=1' });
  const form = await dialog('Parameter trip');
  const value = form.getByLabelText('Default');
  await userEvent.clear(value);
  await userEvent.type(value, '25');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('The default is outside the range.')).toBeTruthy();
  await userEvent.clear(value);
  await userEvent.type(value, '9');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.model.definition.parameters[0]!.default).toBe(9));
});

it('opens the protection with an invalid threshold, and preserves the ids of its thresholds', async () => {
  const { server } = open(<ModelProtectionPage />, 'protection', { search: '?part=7' });
  const form = within(await screen.findByRole('form', { name: 'Protection' }));
  await userEvent.type(form.getByLabelText('Description'), 'By its vibration');
  await userEvent.click(form.getByRole('button', { name: 'Add threshold' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.model.definition.indicators[0]!.description).toBe('By its vibration'));
  expect(server.model.definition.indicators[0]!.thresholds.map(({ id }) => id)).toEqual([7, 8]);
});

it('renames an input in all logic', async () => {
  const { server } = open(<ModelTagsPage />, 'tags', { search: '?part=2' });
  const form = await dialog('Input Vibration');
  expect((form.getByLabelText('Tag name pattern') as HTMLInputElement).value).toBe('{uniqueId}.VIB');
  const name = form.getByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Shaking');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.model.definition.tagAliases[0]!.name).toBe('Shaking'));
  expect(server.model.definition.indicators[0]!.thresholds[0]!.logic).toBe('[Shaking] > 5');
});

it('is read-only for users who may not edit the model, and for an older version', async () => {
  const older = modelWith({ definition: parts, versionId: 29, minor: 1 });
  const newest = modelWith({ definition: parts });
  open(<ModelActivitiesPage />, 'activities', {
    search: '?version=29',
    answers: {
      'GET /api/library/models/3': ({ query }) =>
        Response.json(query.get('versionId') === '29' ? older : newest),
    },
  });
  await heading();
  expect(screen.getByText('Version 1.1.0')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add activity' })).toBeNull();
});

it('shows no edit buttons to users who may not edit', async () => {
  open(<ModelRiskPage />, 'risk', {
    model: modelWith({ definition: parts, mayEdit: false }),
    user: viewer,
  });
  await heading();
  for (const name of ['Add failure mode', 'Edit probability', 'Set probability', 'Publish']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});
