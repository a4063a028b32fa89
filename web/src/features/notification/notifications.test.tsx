import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Notification } from '@twinward/contracts/advisories/notification';
import { describe, expect, it } from 'vitest';
import { type Answers, serve, show } from '../../testing/show.tsx';
import { NotificationBell } from './notification-bell.tsx';

const one = (part: Partial<Notification>): Notification => ({
  id: 1,
  twinId: 5,
  sourceType: 'protection',
  message: 'Feed pump: Too hot',
  read: false,
  timeStamp: '2014-02-07T14:55:00Z',
  url: '/apps/twins/5/protections',
  type: 'excursion',
  grouping: 'excursion-9',
  groupCount: 3,
  excursion: null,
  ...part,
});
const old = one({
  id: 2,
  message: 'Valve: Stuck',
  read: true,
  url: 'javascript:alert(1)',
  grouping: null,
  groupCount: 1,
});
const done = () => new Response(null, { status: 204 });

function open(more: Answers = {}) {
  const asked = serve({
    'GET /api/notifications': ({ query }) => {
      const records = query.get('unread') === 'true' ? [one({})] : [one({}), old];
      return Response.json(records, {
        headers: { 'x-paging-total-records': String(records.length), 'x-unread-count': '1' },
      });
    },
    ...more,
  });
  const router = show(<NotificationBell />, '/home', '/home');
  return { asked, router };
}
const openDrawer = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  return screen.findByRole('list', { name: 'Notifications' });
};

describe('notifications', () => {
  it('are listed with their counts, with unread ones marked', async () => {
    open();
    const items = within(await openDrawer()).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      'Unread:Feed pump: Too hot2014-02-07 2:55 PM, 3 times',
      'Valve: Stuck2014-02-07 2:55 PM',
    ]);
    expect(within(items[1]!).queryByRole('link')).toBeNull();
  });

  it('show the cause, start and duration of an excursion', async () => {
    const excursion = {
      protection: 'Heat',
      threshold: 'High',
      level: 500,
      values: [{ input: 'Temperature', value: 90.5, unit: '°C', limit: '> 80 °C' }],
      start: '2014-02-07T12:55:00Z',
      end: '2014-02-07T14:55:00Z',
    };
    open({
      'GET /api/notifications': () =>
        Response.json([one({ excursion, groupCount: 1 })], {
          headers: { 'x-paging-total-records': '1', 'x-unread-count': '1' },
        }),
    });
    expect(within(await openDrawer()).getByRole('listitem').textContent).toBe(
      'Unread:Feed pump: Too hotLevel 500. Temperature 90.5 °C (limit > 80 °C). Lasted 2 h. ' +
        'Began 2014-02-07 12:55 PM.2014-02-07 2:55 PM',
    );
  });

  it('open their page and are marked as read', async () => {
    const { asked, router } = open({ 'PUT /api/notifications/1': done });
    await openDrawer();
    await userEvent.click(screen.getByRole('link', { name: 'Feed pump: Too hot' }));
    expect(router.state.location.pathname).toBe('/apps/twins/5/protections');
    const change = asked.find(({ call }) => call === 'PUT /api/notifications/1');
    expect([change?.query.get('grouping'), change?.body]).toEqual(['excursion-9', { read: true }]);
  });

  it('can be marked and removed one by one', async () => {
    const { asked } = open({ 'PUT /api/notifications/2': done, 'DELETE /api/notifications/1': done });
    await openDrawer();
    await userEvent.click(screen.getByRole('button', { name: 'Mark as unread: Valve: Stuck' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Feed pump: Too hot' }));
    await waitFor(() =>
      expect(
        asked.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]),
      ).toEqual([
        ['PUT /api/notifications/2', { read: false }],
        ['DELETE /api/notifications/1', undefined],
      ]),
    );
  });

  it('can be marked and removed all at once', async () => {
    const { asked } = open({ 'PUT /api/notifications': done, 'DELETE /api/notifications': done });
    await openDrawer();
    for (const item of ['Mark all as read', 'Remove read notifications']) {
      await userEvent.click(screen.getByRole('button', { name: 'More' }));
      await userEvent.click(screen.getByRole('menuitem', { name: item }));
    }
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.getByRole('menuitem', { name: 'Notification settings' }).getAttribute('href')).toBe(
      '/account?tab=notifications',
    );
    expect(asked.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body])).toEqual(
      [
        ['PUT /api/notifications', { read: true }],
        ['DELETE /api/notifications', undefined],
      ],
    );
  });

  it('are requested by tab', async () => {
    const { asked } = open();
    await openDrawer();
    await userEvent.click(screen.getByRole('tab', { name: 'Unread' }));
    await waitFor(() => expect(screen.queryByText('Valve: Stuck')).toBeNull());
    expect(asked.at(-1)?.query.toString()).toBe('page-number=1&page-size=50&unread=true');
  });
});
