import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ManagedUser } from '@twinward/contracts/access/user';
import { describe, expect, it } from 'vitest';
import { type Answers, page, serve, show, viewer } from '../../testing/show.tsx';
import { AddUserPage } from './add-user-page.tsx';
import { EditUserPage } from './edit-user-page.tsx';
import { EndSessions } from './end-sessions.tsx';
import { ResetSecondFactor } from './reset-second-factor.tsx';
import { UsersPage } from './users-page.tsx';

const manager = { ...viewer, assignedGroups: ['SECURITY_ADMINISTRATORS'] };
const bo: ManagedUser = {
  ...viewer,
  id: 7,
  userName: 'bo',
  firstName: 'Bo',
  lastName: 'Lind',
  email: 'bo@plant.example',
  signInDelayedUntil: null,
  directRecordTypes: [],
  assignedRecordTypes: ['tag'],
};
const groups = ['SECURITY_ADMINISTRATORS', 'VIEWERS'].map((name) => ({
  name,
  caption: name,
  description: '',
  standard: true,
  assignedRecordTypes: [],
  userCount: 1,
}));
const answers = (more: Answers = {}) =>
  serve({
    'POST /api/groups/filters': () => page(groups),
    'POST /api/users/filters': () => page([bo]),
    'GET /api/users/7/second-factor': () => Response.json({ enrolled: true }),
    ...more,
  });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the list of users', () => {
  it('shows the roles of each user, with links', async () => {
    answers();
    show(<UsersPage />, '/settings/users', '/settings/users', manager);
    const table = await screen.findByRole('table', { name: 'Users' });
    const [row] = within(table).getAllByRole('row').slice(1);
    expect(
      within(row!)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['BLbo', 'Bo Lind', 'bo@plant.example', 'VIEWERS', 'Enabled']);
    expect(within(row!).getByRole('link').getAttribute('href')).toBe('/settings/users/edit/bo');
  });

  it('shows the chosen columns, and saves them in a shared view', async () => {
    const saved: unknown[] = [];
    answers({
      'GET /api/views/settings.users': () => Response.json([]),
      'POST /api/views/settings.users': ({ body }) => {
        saved.push(body);
        return Response.json({ id: 1, createdBy: 'ann', mayChange: true, version: 1, ...(body as object) });
      },
    });
    const router = show(<UsersPage />, '/settings/users', '/settings/users?state=true', manager);
    const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    await screen.findByRole('table', { name: 'Users' });
    expect(headings()).toEqual(['User name', 'Name', 'E-mail', 'Groups', 'State']);
    await press('Columns');
    const dialog = screen.getByRole('dialog', { name: 'Columns' });
    for (const name of ['Name', 'E-mail', 'Groups'])
      await userEvent.click(within(dialog).getByRole('checkbox', { name: new RegExp(`^${name} `) }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Groups' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(headings()).toEqual(['User name', 'State', 'Groups']));
    expect(router.state.location.search).toBe('?state=true&columns=own.userName%2Cown.state%2Cown.groups');

    await press('Views');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Save view' }));
    await userEvent.type(await screen.findByLabelText('Name', { selector: 'input' }), 'Short');
    await userEvent.click(screen.getByRole('switch', { name: 'Share with all users of the list' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
    await waitFor(() =>
      expect(saved).toEqual([
        {
          caption: 'Short',
          shared: true,
          parameters: { state: 'true', columns: 'own.userName,own.state,own.groups' },
        },
      ]),
    );
  });

  it('is filtered by the URL', async () => {
    const asked = answers();
    show(
      <UsersPage />,
      '/settings/users',
      '/settings/users?search=li&group=VIEWERS&state=disabled&sort=-LastName&page=2',
      manager,
    );
    await screen.findByRole('table');
    const list = asked.find(({ call }) => call === 'POST /api/users/filters')!;
    expect(list.query.get('page-number')).toBe('2');
    expect(list.body).toEqual({
      filters: [
        {
          operator: 'GroupOr',
          filters: ['UserName', 'FirstName', 'LastName', 'Email'].map((name) => ({
            field: name,
            operator: 'Contains',
            value: 'li',
            dataType: 'C',
          })),
        },
        { field: 'Group', operator: 'Contains', value: 'VIEWERS', dataType: 'C' },
        { field: 'Enabled', operator: 'EqualTo', value: false, dataType: 'B' },
      ],
      sorts: [{ field: 'LastName', direction: 'Descending' }],
    });
    await press('Remove filter: In VIEWERS');
    await waitFor(() => expect(screen.queryByText('In VIEWERS')).toBeNull());
  });
});

describe('adding a user', () => {
  it('requires a name, and sends the chosen values', async () => {
    const asked = answers({ 'POST /api/users': ({ body }) => Response.json({ ...bo, ...(body as object) }) });
    const router = show(<AddUserPage />, '/settings/users/add', '/settings/users/add', manager);
    await press('Add user');
    expect(await screen.findByText('Required.')).toBeTruthy();
    expect(document.activeElement).toBe(field('User name'));
    await userEvent.type(field('User name'), 'cy');
    await userEvent.click(await screen.findByLabelText('SECURITY_ADMINISTRATORS'));
    await userEvent.click(field('tag'));
    await userEvent.type(field('New password'), 'cyNew-1234!');
    await userEvent.type(field('Confirm password'), 'cyNew-1234!');
    expect(field('Administrator').disabled).toBe(true);
    await press('Add user');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/users'));
    expect(asked.find(({ call }) => call === 'POST /api/users')?.body).toEqual({
      userName: 'cy',
      firstName: '',
      lastName: '',
      middleName: '',
      email: null,
      mobilePhone: null,
      timeZone: 'UTC',
      enabled: true,
      isAdmin: false,
      allowDirectLogin: true,
      external: false,
      assignedGroups: ['VIEWERS', 'SECURITY_ADMINISTRATORS'],
      directRecordTypes: ['tag'],
      newPassword: 'cyNew-1234!',
      temporaryPassword: true,
    });
  });

  it('rejects a password that equals the user name', async () => {
    answers();
    show(<AddUserPage />, '/settings/users/add', '/settings/users/add', manager);
    await userEvent.type(field('User name'), 'User-1234');
    await userEvent.type(field('New password'), 'user-1234');
    await userEvent.tab();
    expect(await screen.findByText('Password cannot match your username')).toBeTruthy();
  });
});

describe('changing a user', () => {
  const open = (name: string, user = manager) =>
    show(<EditUserPage />, '/settings/users/edit/:username', `/settings/users/edit/${name}`, user);

  it('disables a user, and shows the error of the server', async () => {
    const asked = answers({
      'PUT /api/users/7': () =>
        Response.json({ message: 'At least one administrator must be able to sign in.' }, { status: 409 }),
    });
    open('bo');
    await userEvent.click(await screen.findByLabelText('Enabled'));
    expect(screen.getByText('tag (also from a group)')).toBeTruthy();
    await press('Save user');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'At least one administrator must be able to sign in.',
    );
    const change = asked.find(({ call }) => call === 'PUT /api/users/7')?.body;
    expect(change).toMatchObject({ enabled: false, email: 'bo@plant.example' });
    expect(change).not.toHaveProperty('newPassword');
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
  });

  it('has no password for external users', async () => {
    answers();
    open('bo');
    await userEvent.click(await screen.findByLabelText('External'));
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  it('allows only administrators to change administrators', async () => {
    answers({ 'POST /api/users/filters': () => page([{ ...bo, isAdmin: true }]) });
    open('bo');
    expect(await screen.findByText('Only an administrator can change an administrator.')).toBeTruthy();
    expect(screen.getByRole('group', { name: '' }).hasAttribute('disabled')).toBe(true);
  });

  it('redirects to the not-found page for an unknown name', async () => {
    answers({ 'POST /api/users/filters': () => page([]) });
    const router = open('nobody');
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe(
        '/notfound?path=%2Fsettings%2Fusers%2Fedit%2Fnobody',
      ),
    );
  });
});

describe('the sessions of a user', () => {
  const open = (user: ManagedUser, self = manager) =>
    show(<EndSessions user={user} />, '/settings/users', '/settings/users', self);

  it('are ended after confirmation', async () => {
    const asked = answers({
      'POST /api/users/7/sessions/end': () => new Response(null, { status: 204 }),
    });
    open(bo);
    await press('End sessions');
    const dialog = screen.getByRole('alertdialog', { name: 'End sessions' });
    expect(asked).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'End' }));
    expect(await screen.findByText('The user is signed out everywhere.')).toBeTruthy();
    expect(asked.map(({ call }) => call)).toEqual(['POST /api/users/7/sessions/end']);
  });

  it('of an administrator can be ended by administrators only', () => {
    open({ ...bo, isAdmin: true });
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a lost second factor', () => {
  const open = (user: ManagedUser, self = manager) =>
    show(<ResetSecondFactor user={user} />, '/settings/users', '/settings/users', self);

  it('is reset after confirmation', async () => {
    const asked = answers({
      'POST /api/users/7/second-factor/reset': () => new Response(null, { status: 204 }),
    });
    open(bo);
    await userEvent.click(await screen.findByRole('button', { name: 'Reset second factor' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Reset second factor' });
    expect(asked.some(({ call }) => call.endsWith('/reset'))).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reset' }));
    expect(
      await screen.findByText('The second factor is reset. The user signs in with the password only.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reset second factor' })).toBeNull();
  });

  it('of an administrator can be reset by administrators only', async () => {
    answers();
    open({ ...bo, isAdmin: true });
    expect(await screen.findByText('The user has a second factor.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a delay after failed sign-ins', () => {
  it('is shown, and ended with Unlock', async () => {
    let until: string | null = '2100-01-01T12:00:00Z';
    const asked = answers({
      'POST /api/users/filters': () => page([{ ...bo, signInDelayedUntil: until }]),
      'POST /api/users/7/unlock': () => {
        until = null;
        return new Response(null, { status: 204 });
      },
    });
    show(<EditUserPage />, '/settings/users/edit/:username', '/settings/users/edit/bo', manager);
    expect(
      await screen.findByText(/^Too many failed attempts. Sign-in from some addresses is blocked until/),
    ).toBeTruthy();
    await press('Unlock');
    await waitFor(() => expect(screen.queryByText(/^Too many failed attempts/)).toBeNull());
    expect(asked.some(({ call }) => call.includes('/api/users/7/unlock'))).toBe(true);
  });
});
