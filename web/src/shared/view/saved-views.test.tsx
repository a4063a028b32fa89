import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SavedView } from '@twinward/contracts/records/saved-view';
import { expect, it } from 'vitest';
import { serve, show } from '../../testing/show.tsx';
import { SavedViews } from './saved-views.tsx';

const path = '/api/views/round';
const roofs: SavedView = {
  id: 1,
  caption: 'Roofs',
  shared: false,
  createdBy: 'ada',
  mayChange: true,
  version: 1,
  parameters: { 'f.place': '=Roof', sort: '-Title' },
};
const halls: SavedView = {
  id: 2,
  caption: 'Halls',
  shared: true,
  createdBy: 'bob',
  mayChange: false,
  version: 4,
  parameters: { 'f.place': '=Hall' },
};

function open(address: string, mayShare = true) {
  let views = [halls, roofs];
  const asked = serve({
    [`GET ${path}`]: () => Response.json(views),
    [`POST ${path}`]: ({ body }) => {
      const made = { ...roofs, ...(body as object), id: 3 };
      views = [...views, made];
      return Response.json(made, { status: 201 });
    },
    [`PUT ${path}/1`]: ({ body }) => {
      views = [halls, { ...roofs, ...(body as object), version: 2 }];
      return Response.json(views[1]);
    },
    [`DELETE ${path}/1`]: () => {
      views = [halls];
      return new Response(null, { status: 204 });
    },
  });
  const router = show(
    <SavedViews list="round" mayShare={mayShare} fixed={['type']} />,
    '/tools/records',
    address,
  );
  return { asked, router };
}
const menu = async (): Promise<HTMLElement> => {
  await userEvent.click(await screen.findByRole('button', { name: /^View/ }));
  return screen.findByRole('menu');
};
const choose = async (name: string): Promise<void> =>
  userEvent.click(await within(await menu()).findByRole('menuitem', { name }));

it('opens a view, and shows the view that matches the list', async () => {
  const { router } = open('/tools/records?type=round&search=x&page=2');
  await choose('Roofs');
  expect(router.state.location.search).toBe('?type=round&f.place=%3DRoof&sort=-Title');
  expect(await screen.findByRole('button', { name: 'View: Roofs' })).toBeTruthy();
  await choose('Standard view');
  expect(router.state.location.search).toBe('?type=round');
  expect(await screen.findByRole('button', { name: 'Views' })).toBeTruthy();
});

it('saves the list as a shared view', async () => {
  const { asked } = open('/tools/records?type=round&search=Yard&page=2');
  await choose('Save view');
  const dialog = await screen.findByRole('dialog', { name: 'Save view' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save view' }));
  expect(within(dialog).getByText('Required.')).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Yards');
  await userEvent.click(within(dialog).getByLabelText('Share with all users of the list'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save view' }));
  expect(await screen.findByRole('button', { name: 'View: Yards' })).toBeTruthy();
  expect(asked.find(({ call }) => call === `POST ${path}`)!.body).toEqual({
    caption: 'Yards',
    shared: true,
    parameters: { search: 'Yard' },
  });
});

it('offers sharing only to users who may write the records', async () => {
  open('/tools/records?type=round&search=Yard', false);
  await choose('Save view');
  const dialog = await screen.findByRole('dialog', { name: 'Save view' });
  expect(within(dialog).queryByLabelText('Share with all users of the list')).toBeNull();
});

it('renames, replaces and deletes only own views', async () => {
  const { asked } = open('/tools/records?type=round&search=Yard');
  await waitFor(() => expect(asked).toHaveLength(1));
  await choose('Manage views');
  const dialog = await screen.findByRole('dialog', { name: 'Saved views' });
  expect(within(dialog).queryByRole('button', { name: 'Actions for Halls' })).toBeNull();

  const act = async (name: string): Promise<void> => {
    await userEvent.click(within(dialog).getByRole('button', { name: 'Actions for Roofs' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await act('Update with current list');
  await userEvent.click(await screen.findByRole('button', { name: 'Update' }));
  await waitFor(() =>
    expect(asked.find(({ call }) => call === `PUT ${path}/1`)?.body).toEqual({
      caption: 'Roofs',
      shared: false,
      parameters: { search: 'Yard' },
      version: 1,
    }),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await act('Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(within(dialog).queryByText('Roofs')).toBeNull());
});
