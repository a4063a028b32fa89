import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ServiceAccount } from '@twinward/contracts/access/service-account';
import { describe, expect, it } from 'vitest';
import { type Answers, page, serve, show, viewer } from '../../testing/show.tsx';
import { ServiceAccountsPage } from './service-accounts-page.tsx';

const manager = { ...viewer, assignedGroups: ['SECURITY_ADMINISTRATORS'] };
const report: ServiceAccount = {
  id: 7,
  name: 'Night report',
  description: 'Of the night shift',
  scopes: ['read'],
  groups: ['VIEWERS'],
  recordTypes: [],
  state: 'expiring',
  expiresAt: '2030-01-01T00:00:00.000Z',
  replacedUntil: null,
  lastUsedAt: null,
  createdBy: 'admin',
  createdAt: '2029-01-01T00:00:00.000Z',
};
const viewers = {
  name: 'VIEWERS',
  caption: 'VIEWERS',
  description: '',
  standard: true,
  assignedRecordTypes: [],
  userCount: 1,
};
const answers = (more: Answers = {}) =>
  serve({
    'POST /api/service-accounts/filters': () => page([report]),
    'POST /api/groups/filters': () => page([viewers]),
    'GET /api/security/recordtypes': () => Response.json([]),
    ...more,
  });
const open = () =>
  show(<ServiceAccountsPage />, '/settings/service-accounts', '/settings/service-accounts', manager);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string) => {
  await press('Actions for Night report');
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

describe('service accounts', () => {
  it('are listed with scopes, groups, state and use', async () => {
    answers();
    open();
    const table = await screen.findByRole('table', { name: 'Service accounts' });
    const cells = within(within(table).getAllByRole('row')[1]!).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent).slice(0, 4)).toEqual([
      'Night report',
      'Read',
      'VIEWERS',
      'Expires soon',
    ]);
    expect(cells[5]!.textContent).toBe('Never');
    expect(screen.getByText(`${window.location.origin}/api/mcp`)).toBeTruthy();
  });

  it('can be added by a URL', async () => {
    answers();
    const path = '/settings/service-accounts';
    const router = show(<ServiceAccountsPage />, path, `${path}?new=true`, manager);
    const dialog = await screen.findByRole('dialog', { name: 'Add service account' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.search).toBe('');
  });

  it('can be added, and their token is shown only once', async () => {
    const asked = answers({
      'POST /api/service-accounts': () => Response.json({ ...report, token: 'service-x.y' }, { status: 201 }),
    });
    open();
    await press('Add service account');
    const dialog = await screen.findByRole('dialog', { name: 'Add service account' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add service account' }));
    expect(within(dialog).getByText('Required.')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Night report');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add service account' }));
    const token = await screen.findByRole('dialog', { name: 'New token' });
    expect(within(token).getByLabelText<HTMLInputElement>('Token').value).toBe('service-x.y');
    expect(asked.find(({ call }) => call === 'POST /api/service-accounts')!.body).toMatchObject({
      name: 'Night report',
      scopes: ['read'],
      groups: ['VIEWERS'],
      recordTypes: [],
    });
  });

  it('can get a new token while the current one stays valid', async () => {
    const asked = answers({
      'POST /api/service-accounts/7/token': () =>
        Response.json({ ...report, token: 'service-x.z' }, { status: 201 }),
    });
    open();
    await choose('Create a new token');
    await userEvent.selectOptions(await screen.findByLabelText('Keep the current token for'), '168');
    await press('Create token');
    expect((await screen.findByLabelText<HTMLInputElement>('Token')).value).toBe('service-x.z');
    expect(asked.find(({ call }) => call.endsWith('/token'))!.body).toMatchObject({ keepHours: 168 });
  });

  it('can be revoked after confirmation, and errors are shown', async () => {
    answers({
      'DELETE /api/service-accounts/7/token': () =>
        Response.json({ id: 'conflict', message: 'Not now.' }, { status: 409 }),
    });
    open();
    await choose('Revoke');
    const question = await screen.findByRole('alertdialog', { name: 'Revoke Night report?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }));
    expect(await within(question).findByText('Not now.')).toBeTruthy();
  });
});
