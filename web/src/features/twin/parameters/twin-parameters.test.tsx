import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TwinParameter, TwinParameters } from '@twinward/contracts/twins/parameter';
import { expect, it } from 'vitest';
import { type Asked, serve, show, viewer } from '../../../testing/show.tsx';
import { TwinParametersSection } from './twin-parameters.tsx';

const trip: TwinParameter = {
  name: 'trip',
  description: 'Trip limit of the vibration',
  kind: 'number',
  unit: 'mm/s',
  value: 7.1,
};
const span: TwinParameter = { name: 'span', description: '', kind: 'interval', unit: null, value: 'PT8H' };
const saved: TwinParameters = {
  parameters: [span, trip],
  uses: [{ parameter: 'trip', type: 'protection', id: 3, name: 'Bearing' }],
  ranges: [],
  version: 4,
};

const conflict = (current: TwinParameters) =>
  Response.json({ id: 'conflict', message: 'The twin was changed.', current }, { status: 409 });

function open(
  record: TwinParameters,
  put: (asked: Asked) => Response = ({ body }) =>
    Response.json({ ...record, ...(body as Partial<TwinParameters>), version: record.version + 1 }),
) {
  const asked = serve({
    'GET /api/twins/7/parameters': () => Response.json(record),
    'PUT /api/twins/7/parameters': put,
    'GET /api/uom/units': () => Response.json([]),
  });
  const engineer = { ...viewer, assignedRecordTypes: ['twin'] as typeof viewer.assignedRecordTypes };
  show(<TwinParametersSection twinId={7} />, '/apps/twins/:id', '/apps/twins/7', engineer);
  return () => asked.filter(({ call }) => call === 'PUT /api/twins/7/parameters').map(({ body }) => body);
}

it('shows values with their uses, and does not delete one used by logic', async () => {
  open(saved);
  const row = within(await screen.findByRole('row', { name: /trip/ }));
  expect(row.getByText('7.1 mm/s')).toBeTruthy();
  expect(row.getByText('Trip limit of the vibration')).toBeTruthy();
  expect(row.getByRole('link', { name: 'Bearing' }).getAttribute('href')).toBe('/apps/protections/3/edit');
  expect(screen.getByText('8 hours')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Actions for trip' }));
  expect((await screen.findByRole('menuitem', { name: 'Delete' })).getAttribute('aria-disabled')).toBe(
    'true',
  );
});

it('adds a parameter', async () => {
  const sent = open(saved);
  await userEvent.click(await screen.findByRole('button', { name: 'Add parameter' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Name'), 'span');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Another parameter has this name.')).toBeTruthy();
  await userEvent.clear(dialog.getByLabelText('Name'));
  await userEvent.type(dialog.getByLabelText('Name'), 'blades');
  await userEvent.type(dialog.getByLabelText('Value'), '12');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const blades = { name: 'blades', description: '', kind: 'number', unit: null, value: 12 };
  expect(sent()).toEqual([{ parameters: [span, trip, blades], version: 4 }]);
});

it('renames a parameter together with logic', async () => {
  const sent = open(saved);
  await userEvent.click(await screen.findByRole('button', { name: /^trip/ }));
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'limit');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()).toEqual([
    { parameters: [span, { ...trip, name: 'limit', formerName: 'trip' }], version: 4 },
  ]);
});

it('shows the range allowed by the model, and rejects a value outside it', async () => {
  const sent = open({ ...saved, ranges: [{ parameter: 'trip', minimum: 2, maximum: 9 }] });
  await userEvent.click(await screen.findByRole('button', { name: /^trip/ }));
  const value = await screen.findByLabelText('Value');
  expect(screen.getByText(/^Its model allows 2 to 9\./)).toBeTruthy();
  await userEvent.clear(value);
  await userEvent.type(value, '10');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Please enter a number of at most 9.')).toBeTruthy();
  await userEvent.clear(value);
  await userEvent.type(value, '9');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('shows a conflicting change by another user, and saves over it', async () => {
  const theirs = { ...saved, parameters: [span, { ...trip, value: 6 }], version: 5 };
  let answers = 0;
  const sent = open(saved, ({ body }) =>
    answers++ === 0
      ? conflict(theirs)
      : Response.json({ ...theirs, ...(body as Partial<TwinParameters>), version: 6 }),
  );
  await userEvent.click(await screen.findByRole('button', { name: /^trip/ }));
  const value = await screen.findByLabelText('Value');
  await userEvent.clear(value);
  await userEvent.type(value, '8');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const merge = within(await screen.findByRole('dialog', { name: 'Changed by someone else' }));
  expect(merge.getByText('6')).toBeTruthy();
  await userEvent.click(merge.getByRole('radio', { name: /Yours/ }));
  await userEvent.click(merge.getByRole('button', { name: 'Save selected versions' }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({ parameters: [span, { ...trip, value: 8 }], version: 5 });
});

it('adds a parameter from the empty list', async () => {
  open({ ...saved, parameters: [], uses: [] });
  await userEvent.click(await screen.findByRole('button', { name: 'Add the first parameter' }));
  expect(await screen.findByRole('dialog', { name: 'Add parameter' })).toBeTruthy();
});
