import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EditedList } from '@twinward/contracts/system/value-list';
import { expect, it } from 'vitest';
import { page, serve, show } from '../../testing/show.tsx';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { EditListPage } from './edit-list-page.tsx';
import { ListsPage } from './lists-page.tsx';

const item = (id: number, value: string, caption: string, more: object = {}) => ({
  id,
  value,
  caption,
  category: null,
  description: '',
  color: null,
  default: false,
  isStandard: false,
  isDeprecated: false,
  ...more,
});

const areas: EditedList = {
  id: 101,
  isStandard: false,
  name: 'AREAS',
  description: 'Parts of the site',
  dataType: 'C',
  kind: 'plain',
  hasFixedItems: false,
  version: 3,
  configuration: {
    categories: [],
    items: [
      item(1, 'N', 'North', { isStandard: true }),
      item(2, 'S', 'South', { color: '#1E88E5' }),
      item(3, 'E', 'East'),
    ],
  },
  uses: [{ itemId: 2, usedBy: 'work', count: 12 }],
};

function open() {
  let list = areas;
  const asked = serve({
    'GET /api/lists/AREAS': () => Response.json(list),
    'PUT /api/lists/101': ({ body }) => {
      const { configuration, description } = body as EditedList;
      const items = configuration.items.map((one, index) => ({ ...item(90 + index, '', ''), ...one }));
      list = { ...list, description, configuration: { ...configuration, items }, version: list.version + 1 };
      return Response.json(list);
    },
    'POST /api/lists/101/items/2/replace': () => Response.json({ ...list, uses: [] }),
  });
  const shown = (
    <>
      <EditListPage />
      <Announcer />
    </>
  );
  show(shown, '/settings/lists/edit/:name', '/settings/lists/edit/AREAS');
  return asked;
}

const captions = () =>
  within(screen.getByRole('list', { name: 'Items' }))
    .getAllByRole('listitem')
    .map((row) => within(row).getAllByRole('button')[1]!.textContent);
const menu = async (caption: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${caption}` }));
  return screen.findByRole('menuitem', { name: action });
};
const sent = (asked: ReturnType<typeof open>, call: string) => asked.find((one) => one.call === call)?.body;

it('moves items by keys and by the menu, and saves the list as a whole', async () => {
  const asked = open();
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Move East' }), {
    key: 'ArrowUp',
    altKey: true,
  });
  expect(captions()).toEqual(['North', 'East', 'South']);
  expect(await screen.findByText('East is at position 2 of 3.')).toBeTruthy();
  await userEvent.click(await menu('East', 'Move up'));
  expect(captions()).toEqual(['East', 'North', 'South']);
  await userEvent.click(screen.getByRole('button', { name: 'Save list' }));
  expect(await screen.findAllByText('Saved.')).not.toEqual([]);
  expect(sent(asked, 'PUT /api/lists/101')).toMatchObject({
    version: 3,
    configuration: { items: [{ id: 3 }, { id: 1 }, { id: 2 }] },
  });
});

it('moves an item by dragging', async () => {
  open();
  const handle = await screen.findByRole('button', { name: 'Move North' });
  fireEvent.dragStart(handle);
  const [, , last] = within(screen.getByRole('list', { name: 'Items' })).getAllByRole('listitem');
  fireEvent.dragOver(last!);
  fireEvent.drop(last!);
  expect(captions()).toEqual(['South', 'East', 'North']);
});

it('shows where an item is used, and does not delete items in use or built-in items', async () => {
  open();
  expect(await screen.findAllByText('12 work')).toHaveLength(2);
  const rows = within(screen.getByRole('list', { name: 'Items' })).getAllByRole('listitem');
  expect(rows.map((row) => row.querySelectorAll('[data-swatch]').length)).toEqual([0, 1, 0]);
  expect((await menu('South', 'Delete')).getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Escape}');
  expect((await menu('North', 'Delete')).getAttribute('aria-disabled')).toBe('true');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await menu('East', 'Delete'));
  expect(captions()).toEqual(['North', 'South']);
});

it('adds an item after validating it', async () => {
  const asked = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add item' }));
  const dialog = await screen.findByRole('dialog', { name: 'New item' });
  await userEvent.type(within(dialog).getByLabelText('Value'), 'S');
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  expect(within(dialog).getByText('Required.')).toBeTruthy();
  expect(within(dialog).getByText('Please enter a unique value.')).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Value'), 'W');
  await userEvent.type(within(dialog).getByLabelText('Caption'), 'South-west');
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save list' }));
  await waitFor(() => expect(sent(asked, 'PUT /api/lists/101')).toBeTruthy());
  const { configuration } = sent(asked, 'PUT /api/lists/101') as EditedList;
  expect(configuration.items.at(-1)).toMatchObject({ value: 'SW', caption: 'South-west' });
  expect(configuration.items.at(-1)).not.toHaveProperty('id');
});

it('replaces an item in all uses', async () => {
  const asked = open();
  await userEvent.click(await menu('South', 'Replace'));
  const dialog = await screen.findByRole('dialog', { name: 'Replace South' });
  expect(within(dialog).getByText(/Used by 12 work/)).toBeTruthy();
  await userEvent.selectOptions(within(dialog).getByLabelText('Replace with'), '3');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replace' }));
  await waitFor(() =>
    expect(sent(asked, 'POST /api/lists/101/items/2/replace')).toEqual({ by: 3, version: 3 }),
  );
});

it('shows all lists, and adds one', async () => {
  const asked = serve({
    'POST /api/lists/filters': () => page([{ ...areas, categories: [], itemCount: 3 }]),
    'POST /api/lists': ({ body }) => Response.json({ ...areas, ...(body as object) }, { status: 201 }),
  });
  const router = show(<ListsPage />, '/settings/lists', '/settings/lists?search=ar');
  expect(await screen.findByRole('link', { name: 'AREAS' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add list' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add list' });
  await userEvent.type(within(dialog).getByLabelText('Name'), 'TWO WORDS');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add list' }));
  expect(within(dialog).getByText(/Please enter a valid identifier/)).toBeTruthy();
  await userEvent.clear(within(dialog).getByLabelText('Name'));
  await userEvent.type(within(dialog).getByLabelText('Name'), 'ZONES');
  await userEvent.selectOptions(within(dialog).getByLabelText('Kind'), 'coloured');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add list' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/lists/edit/ZONES'));
  expect(sent(asked, 'POST /api/lists')).toMatchObject({ name: 'ZONES', kind: 'coloured', dataType: 'C' });
});
