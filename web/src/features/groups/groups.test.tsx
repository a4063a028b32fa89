import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Group } from '@twinward/contracts/access/group';
import { describe, expect, it } from 'vitest';
import { type Answers, page, serve, show } from '../../testing/show.tsx';
import { AddGroupPage } from './add-group-page.tsx';
import { EditGroupPage } from './edit-group-page.tsx';
import { GroupsPage } from './groups-page.tsx';

const shift: Group = {
  name: 'NIGHT_SHIFT',
  caption: 'Night shift',
  description: 'Who is here at night',
  standard: false,
  assignedRecordTypes: ['tag'],
  userCount: 1,
  userIds: [7],
};
const bo = { id: 7, userName: 'bo', firstName: 'Bo', lastName: 'Lind', enabled: true };
const cy = { id: 8, userName: 'cy', firstName: '', lastName: '', enabled: true };
const answers = (more: Answers = {}) =>
  serve({
    'POST /api/groups/filters': () => page([shift]),
    'GET /api/groups/NIGHT_SHIFT': () => Response.json(shift),
    'POST /api/security/resolve': () => Response.json({ users: [bo], groups: [] }),
    'POST /api/security/match': () => Response.json({ users: [cy], groups: [] }),
    ...more,
  });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the list of groups', () => {
  it('links to each group', async () => {
    answers();
    show(<GroupsPage />, '/settings/groups', '/settings/groups');
    const table = await screen.findByRole('table', { name: 'Groups' });
    const row = within(table).getAllByRole('row')[1]!;
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['NIGHT_SHIFT', 'Night shift', 'Who is here at night', '1']);
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/settings/groups/edit/NIGHT_SHIFT');
  });
});

describe('a group', () => {
  it('is created with an identifier as its name', async () => {
    const asked = answers({ 'POST /api/groups': () => Response.json(shift, { status: 201 }) });
    const router = show(<AddGroupPage />, '/settings/groups/add', '/settings/groups/add');
    await userEvent.type(field('Name'), 'night shift');
    await userEvent.type(field('Caption'), 'Night');
    await press('Add group');
    expect(
      await screen.findByText(
        'Please enter a valid identifier. Characters "A-Z", "0-9", "_", and "-" are allowed.',
      ),
    ).toBeTruthy();
    await userEvent.clear(field('Name'));
    await userEvent.type(field('Name'), 'NIGHT_SHIFT');
    await press('Add group');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/groups'));
    expect(asked.find(({ call }) => call === 'POST /api/groups')?.body).toEqual({
      name: 'NIGHT_SHIFT',
      caption: 'Night',
      description: '',
      assignedRecordTypes: [],
      userIds: [],
    });
  });

  const open = () =>
    show(<EditGroupPage />, '/settings/groups/edit/:name', '/settings/groups/edit/NIGHT_SHIFT');

  it('adds a member found by name', async () => {
    const asked = answers({ 'PUT /api/groups/NIGHT_SHIFT': () => Response.json(shift) });
    open();
    expect(await screen.findByText('Bo Lind (bo)')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Members'), 'c');
    await userEvent.click(await screen.findByRole('option', { name: 'cy' }));
    await press('Save group');
    await screen.findByText('Saved.');
    expect(asked.find(({ call }) => call === 'POST /api/security/match')?.body).toEqual({ users: ['c'] });
    expect(asked.find(({ call }) => call === 'PUT /api/groups/NIGHT_SHIFT')?.body).toEqual({
      caption: 'Night shift',
      description: 'Who is here at night',
      assignedRecordTypes: ['tag'],
      userIds: [7, 8],
    });
  });

  it('adds a custom type by caption', async () => {
    const asked = answers({
      'PUT /api/groups/NIGHT_SHIFT': () => Response.json(shift),
      'GET /api/security/recordtypes': () =>
        Response.json([
          { name: 'tag', caption: 'Tag', isSystem: true },
          { name: 'round', caption: 'Inspection round', isSystem: false },
        ]),
    });
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Inspection round' }));
    await press('Save group');
    await screen.findByText('Saved.');
    expect(asked.find(({ call }) => call === 'PUT /api/groups/NIGHT_SHIFT')?.body).toMatchObject({
      assignedRecordTypes: ['tag', 'round'],
    });
  });

  it('is deleted after confirmation', async () => {
    const asked = answers({ 'DELETE /api/groups/NIGHT_SHIFT': () => new Response(null, { status: 204 }) });
    const router = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = screen.getByRole('alertdialog', { name: 'Delete NIGHT_SHIFT?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/groups'));
    expect(asked.map(({ call }) => call)).toContain('DELETE /api/groups/NIGHT_SHIFT');
  });

  it('cannot be deleted if it is built in', async () => {
    answers({ 'GET /api/groups/NIGHT_SHIFT': () => Response.json({ ...shift, standard: true }) });
    open();
    expect(await screen.findByText('Standard')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});
