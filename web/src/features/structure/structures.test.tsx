import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Structure } from '@twinward/contracts/records/structure';
import { expect, it } from 'vitest';
import { type Answers, page, serve, show } from '../../testing/show.tsx';
import { StructuresPage } from './structures-page.tsx';

const part = (name: string, caption: string) => ({ name, caption, fromType: 'asset', toType: 'asset' });
const location: Structure = {
  name: 'location',
  caption: 'Location',
  description: '',
  standard: true,
  version: 1,
  relationships: [part('asset-location', 'Location of assets')],
};
const supply: Structure = {
  name: 'supply',
  caption: 'Supply',
  description: '',
  standard: false,
  version: 4,
  relationships: [part('feeds', 'Feeds'), part('cools', 'Cools')],
};
const relationship = (name: string, caption: string) => ({
  ...part(name, caption),
  cardinality: 'one-many',
  structures: [],
  standard: false,
  linkCount: 0,
  version: 1,
});
const open = (more: Answers = {}) => {
  const asked = serve({
    'POST /api/structures/filters': () => page([location, supply]),
    'POST /api/relationships/filters': () =>
      page([relationship('feeds', 'Feeds'), relationship('cools', 'Cools'), relationship('heats', 'Heats')]),
    'POST /api/recordtypes/filters': () => page([]),
    ...more,
  });
  show(<StructuresPage />, '/settings/structure/list', '/settings/structure/list');
  return asked;
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('lists structures with their relationships in order', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Structures' });
  expect(within(table).getByText('Feeds, Cools')).toBeTruthy();
  expect(within(table).getByText('Standard')).toBeTruthy();
});

it('orders, adds and removes relationships in a dialog', async () => {
  const asked = open({ 'PUT /api/structures/supply': () => Response.json({ ...supply, version: 5 }) });
  await userEvent.click(await screen.findByRole('button', { name: /^Supply/ }));
  await screen.findByRole('dialog', { name: 'Structure Supply' });
  await userEvent.click(await screen.findByRole('button', { name: 'Move up Cools' }));
  await userEvent.selectOptions(screen.getByLabelText('Add a relationship'), 'heats');
  await press('Remove Feeds');
  await press('Save structure');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ call }) => call === 'PUT /api/structures/supply')?.body).toEqual({
    caption: 'Supply',
    description: '',
    relationships: ['cools', 'heats'],
    version: 4,
  });
});

it('requires a relationship, and shows a cycle reported by the server', async () => {
  const message =
    'In the structure "Heat" the record "Boiler" would stand below itself by these relationships.';
  open({ 'POST /api/structures': () => Response.json({ message }, { status: 409 }) });
  await screen.findByRole('table', { name: 'Structures' });
  await press('Add structure');
  await userEvent.type(await screen.findByLabelText('Caption'), 'Heat');
  await userEvent.type(screen.getByLabelText('Name'), 'heat');
  await press('Save structure');
  expect(await screen.findByText(/Required\.|Please choose a relationship\./)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Add a relationship'), 'heats');
  await press('Save structure');
  expect(await screen.findByText(message)).toBeTruthy();
});
