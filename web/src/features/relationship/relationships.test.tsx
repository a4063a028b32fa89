import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Relationship } from '@twinward/contracts/records/relationship';
import { expect, it } from 'vitest';
import { type Answers, page, serve, show } from '../../testing/show.tsx';
import { AddRelationshipPage, EditRelationshipPage } from './relationship-pages.tsx';
import { RelationshipsPage } from './relationships-page.tsx';

const feeds: Relationship = {
  name: 'feeds',
  caption: 'Feeds',
  description: '',
  fromType: 'asset',
  toType: 'tag',
  cardinality: 'one-many',
  fromCaption: 'Feeds',
  toCaption: 'Fed by',
  fromOnDelete: 'block',
  toOnDelete: 'unlink',
  standard: false,
  linkCount: 12,
  structures: ['Supply'],
  version: 2,
};
const type = (name: string, caption: string) => ({ name, caption, pluralCaption: '', isSystem: true });
const answers = (more: Answers = {}) =>
  serve({
    'POST /api/relationships/filters': () => page([feeds]),
    'GET /api/relationships/feeds': () => Response.json(feeds),
    'POST /api/recordtypes/filters': () => page([type('asset', 'Asset'), type('tag', 'Tag')]),
    ...more,
  });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('lists relationships with their types, and links to each', async () => {
  answers();
  show(<RelationshipsPage />, '/settings/relationships', '/settings/relationships');
  const table = await screen.findByRole('table', { name: 'Relationships' });
  await within(table).findByText('Asset');
  const row = within(table).getAllByRole('row')[1]!;
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Feeds', 'Asset', 'Tag', 'One to many', 'Supply', '12']);
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/settings/relationships/edit/feeds');
});

it('adds a relationship, with its captions and deletion rule', async () => {
  const asked = answers({ 'POST /api/relationships': () => Response.json(feeds, { status: 201 }) });
  const router = show(<AddRelationshipPage />, '/settings/relationships/add', '/settings/relationships/add');
  await userEvent.type(await screen.findByLabelText('Caption'), 'Feeds');
  await press('Add relationship');
  expect((await screen.findAllByText('Required.')).length).toBe(3);
  await userEvent.type(field('Name'), 'feeds');
  await userEvent.selectOptions(field('To'), 'tag');
  expect(
    screen.getByText(
      'Each Tag record is linked to at most one Asset record. Each Asset record can have any number of links.',
    ),
  );
  await userEvent.type(field('Caption on the from side'), 'Feeds');
  await userEvent.type(field('Caption on the to side'), 'Fed by');
  await userEvent.selectOptions(field('When a record of the from side (Asset) is deleted'), 'block');
  await press('Add relationship');
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/relationships/edit/feeds'));
  expect(asked.find(({ call }) => call === 'POST /api/relationships')?.body).toEqual({
    name: 'feeds',
    caption: 'Feeds',
    description: '',
    fromType: 'asset',
    toType: 'tag',
    cardinality: 'one-many',
    fromCaption: 'Feeds',
    toCaption: 'Fed by',
    fromOnDelete: 'block',
    toOnDelete: 'unlink',
  });
});

const open = () =>
  show(<EditRelationshipPage />, '/settings/relationships/edit/:name', '/settings/relationships/edit/feeds');

it('changes a relationship with the version that was read, and preserves its types', async () => {
  const asked = answers({ 'PUT /api/relationships/feeds': () => Response.json({ ...feeds, version: 3 }) });
  open();
  expect((await screen.findByLabelText<HTMLSelectElement>('From')).disabled).toBe(true);
  await userEvent.selectOptions(field('Cardinality'), 'one-one');
  await press('Save relationship');
  await screen.findByText('Saved.');
  expect(asked.find(({ call }) => call === 'PUT /api/relationships/feeds')?.body).toMatchObject({
    cardinality: 'one-one',
    version: 2,
  });
});

it('shows why a relationship cannot be deleted', async () => {
  const message = 'Feeds has 12 links. Please unlink the records first.';
  answers({ 'DELETE /api/relationships/feeds': () => Response.json({ message }, { status: 409 }) });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = screen.getByRole('alertdialog', { name: 'Delete Feeds?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  expect((await within(question).findByRole('alert')).textContent).toContain(message);
});

it('shows a standard relationship without a form', async () => {
  answers({ 'GET /api/relationships/feeds': () => Response.json({ ...feeds, standard: true }) });
  open();
  expect(await screen.findByText('Do not delete while linked')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save relationship' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});
