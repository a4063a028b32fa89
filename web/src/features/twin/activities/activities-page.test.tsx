import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { serve, show, viewer } from '../../../testing/show.tsx';
import { twinWith } from '../../../testing/twins.ts';
import { ActivitiesPage } from './activities-page.tsx';

it('adds an activity once it is valid', async () => {
  const asked = serve({
    'GET /api/twins/7': () => Response.json(twinWith()),
    'GET /api/twins/7/activities': () => Response.json([]),
    'GET /api/twins/7/tag-aliases': () =>
      Response.json([
        { id: 4, name: 'Service', type: 'work' },
        { id: 5, name: 'Temperature', type: 'data_point' },
      ]),
    'GET /api/twins/7/failure-modes': () =>
      Response.json([{ id: 8, name: 'Leak' }], { headers: { 'x-paging-total-records': '1' } }),
    'POST /api/activities': () => Response.json({}, { status: 201 }),
  });
  show(<ActivitiesPage />, '/apps/twins/:twinId/activities', '/apps/twins/7/activities', {
    ...viewer,
    assignedRecordTypes: ['twin'],
  });
  await screen.findByText('No activities yet.');
  await userEvent.click(screen.getByRole('button', { name: 'Add activity' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New activity' }));
  const input = dialog.getByRole('combobox', { name: 'Work is recorded under' });
  expect(
    within(input)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['No work input', 'Service']);
  await userEvent.selectOptions(input, 'Service');
  const renews = dialog.getByRole('combobox', { name: 'Preventive work renews' });
  await userEvent.selectOptions(renews, 'Selected failure modes');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Cost' }), '1.5');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Required.')).toBeTruthy();
  expect(dialog.getByText('Please choose the failure modes that it renews.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Leak' }));
  expect(dialog.getByText('Please enter an integer.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Change oil');
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Cost' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Cost' }), '250');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Duration' }), '4');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ call }) => call === 'POST /api/activities')!.body).toEqual({
    twinId: 7,
    name: 'Change oil',
    description: '',
    tagAliasId: 4,
    duration: 'PT4H',
    cost: 250,
    resource: '',
    renews: 'failure-modes',
    failureModeIds: [8],
    lifeCycleState: 'new',
  });
});
