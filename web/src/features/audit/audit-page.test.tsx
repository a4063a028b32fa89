import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { page, serve, show } from '../../testing/show.tsx';
import { AuditPage } from './audit-page.tsx';

const entry = {
  id: 3,
  time: '2014-02-07T14:55:09Z',
  userId: 1,
  userName: 'ada',
  action: 'update',
  entityType: 'user',
  entityId: '7',
  entityName: 'bo',
  old: { enabled: true, email: null, firstName: 'Bo' },
  new: { enabled: false, email: 'bo@plant.example', firstName: 'Bo' },
};

it('lists changes, filtered by the URL, and each field before and after', async () => {
  const asked = serve({ 'POST /api/audit/filters': () => page([entry]) });
  show(<AuditPage />, '/settings/audit', '/settings/audit?user=ad&action=update&name=bo');
  await userEvent.click(await screen.findByRole('button', { name: 'user bo' }));
  const dialog = screen.getByRole('dialog', { name: 'user bo' });
  expect(within(dialog).getByText('2014-02-07 2:55:09 PM')).toBeTruthy();
  const rows = within(dialog).getAllByRole('row').slice(1);
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['enabled', 'true', 'false'],
    ['email', '–', 'bo@plant.example'],
  ]);
  expect(asked[0]?.body).toEqual({
    filters: [
      { field: 'UserName', operator: 'Contains', value: 'ad', dataType: 'C' },
      { field: 'Action', operator: 'EqualTo', value: 'update', dataType: 'C' },
      { field: 'EntityName', operator: 'Contains', value: 'bo', dataType: 'C' },
    ],
    sorts: [{ field: 'Time', direction: 'Descending' }],
  });
});
