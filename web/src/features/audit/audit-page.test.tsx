import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditEntry } from '@twinward/contracts/system/audit';
import { expect, it } from 'vitest';
import { page, serve, show } from '../../testing/show.tsx';
import { AuditPage } from './audit-page.tsx';

const entry: AuditEntry = {
  id: 3,
  time: '2014-02-07T14:55:09Z',
  userId: 1,
  userName: 'ada',
  action: 'update',
  entityType: 'user',
  entityId: '7',
  entityName: 'bo',
  old: { enabled: true, email: null },
  new: { enabled: false, email: 'bo@plant.example' },
  title: 'bo',
  path: '/settings/users/edit/bo',
  changes: [
    { field: 'Enabled', old: 'Yes', new: 'No' },
    { field: 'E-mail', old: '', new: 'bo@plant.example' },
  ],
};
const gone: AuditEntry = {
  ...entry,
  id: 2,
  action: 'delete',
  title: 'Pump 7',
  entityType: 'asset',
  path: null,
  changes: [],
};

const trail = (address: string) => {
  const asked = serve({ 'POST /api/audit/filters': () => page([entry, gone]) });
  return { asked, router: show(<AuditPage />, '/settings/audit', address) };
};

it('describes changes, with links to existing records, and shows the old and new value of each field', async () => {
  trail('/settings/audit');
  const table = await screen.findByRole('table', { name: 'Audit trail' });
  expect(within(table).getByRole('link', { name: 'bo' }).getAttribute('href')).toBe(
    '/settings/users/edit/bo',
  );
  expect(within(table).queryByRole('link', { name: 'Pump 7' })).toBeNull();
  // Once in its column, and once in the layout for phones.
  expect(within(table).getAllByText('Enabled: Yes → No; E-mail: – → bo@plant.example')).toHaveLength(2);
  await userEvent.click(within(table).getAllByRole('button', { name: '2014-02-07 2:55 PM' })[0]!);
  const dialog = screen.getByRole('dialog', { name: 'User bo' });
  expect(within(dialog).getByText('2014-02-07 2:55:09 PM')).toBeTruthy();
  const rows = within(dialog).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.lastChild?.textContent),
    ),
  ).toEqual([
    ['Enabled', 'Yes', 'No'],
    ['E-mail', '–', 'bo@plant.example'],
  ]);
});

it('filters by the URL', async () => {
  const { asked } = trail(
    '/settings/audit?user=ad&action=update&type=user&name=bo&from=2014-02-01&to=2014-02-28',
  );
  await screen.findByRole('table', { name: 'Audit trail' });
  expect(asked.find(({ call }) => call === 'POST /api/audit/filters')?.body).toEqual({
    filters: [
      { field: 'Time', operator: 'GreaterThanEqualTo', value: '2014-02-01T00:00:00.000Z', dataType: 'D' },
      { field: 'Time', operator: 'LessThan', value: '2014-03-01T00:00:00.000Z', dataType: 'D' },
      { field: 'UserName', operator: 'Contains', value: 'ad', dataType: 'C' },
      { field: 'Action', operator: 'EqualTo', value: 'update', dataType: 'C' },
      { field: 'EntityType', operator: 'EqualTo', value: 'user', dataType: 'C' },
      { field: 'EntityName', operator: 'Contains', value: 'bo', dataType: 'C' },
    ],
    sorts: [{ field: 'Time', direction: 'Descending' }],
  });
});

it('writes a selected kind to the URL', async () => {
  const { router } = trail('/settings/audit');
  await userEvent.selectOptions(await screen.findByLabelText('Kind'), 'Failure mode');
  expect(router.state.location.search).toBe('?type=failure-mode');
});

it('downloads the filtered entries', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} });
  const asked = serve({
    'POST /api/audit/filters': () => page([entry]),
    'POST /api/audit/export': () => new Response('Time\r\n'),
  });
  show(<AuditPage />, '/settings/audit', '/settings/audit?type=user');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for the audit trail' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Download as csv' }));
  await waitFor(() => expect(asked.some(({ call }) => call === 'POST /api/audit/export')).toBe(true));
  const call = asked.find((one) => one.call === 'POST /api/audit/export');
  expect(call?.query.get('format')).toBe('csv');
  expect(call?.body).toMatchObject({
    filters: [{ field: 'EntityType', operator: 'EqualTo', value: 'user', dataType: 'C' }],
  });
});
