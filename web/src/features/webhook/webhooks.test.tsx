import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Webhook, WebhookMessage } from '@twinward/contracts/connections/webhook';
import type { ListBody } from '@twinward/contracts/core/list';
import { describe, expect, it } from 'vitest';
import { type Answers, page, serve, show, viewer } from '../../testing/show.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WebhooksPage } from './webhooks-page.tsx';

const manager = { ...viewer, assignedGroups: ['CONNECTION_MANAGERS'] };
const webhook: Webhook = {
  id: 7,
  name: 'Control room',
  url: 'https://receiver.plant.example/hook',
  events: ['level.changed'],
  minimumLevel: 500,
  twinIds: [],
  assetIds: [],
  state: 'stopped',
  message: 'The receiver answered 503.',
  failingSince: '2029-01-01T00:00:00.000Z',
  lastDeliveredAt: null,
  replacedUntil: null,
  createdAt: '2029-01-01T00:00:00.000Z',
};
const message: WebhookMessage = {
  id: 9,
  messageId: 'msg_1',
  type: 'level.changed',
  createdAt: '2029-01-01T00:00:00.000Z',
  state: 'failed',
  attempts: 1,
  nextAttemptAt: null,
  body: '{"type":"level.changed"}',
  tries: [{ time: '2029-01-01T00:00:01.000Z', milliseconds: 12, status: 503, answer: 'busy' }],
};
const answers = (more: Answers = {}) =>
  serve({
    'POST /api/webhooks/filters': () => page([webhook]),
    'GET /api/webhooks/7': () => Response.json(webhook),
    'POST /api/webhooks/7/messages/filters': () => page([message]),
    ...more,
  });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const openList = () => show(<WebhooksPage />, '/settings/webhooks', '/settings/webhooks', manager);
const openOne = () => show(<WebhookPage />, '/settings/webhooks/:id', '/settings/webhooks/7', manager);

describe('webhooks', () => {
  it('are listed, each with a link', async () => {
    answers();
    openList();
    const table = await screen.findByRole('table', { name: 'Webhooks' });
    const row = within(table).getAllByRole('row')[1]!;
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/settings/webhooks/7');
    expect(within(row).getByText('Stopped after failures')).toBeTruthy();
  });

  it('can be added from the empty list', async () => {
    answers({ 'POST /api/webhooks/filters': () => page([]) });
    openList();
    await press('Add the first webhook');
    expect(await screen.findByRole('dialog', { name: 'Add webhook' })).toBeTruthy();
  });

  it('can be added by a URL', async () => {
    answers();
    const router = show(<WebhooksPage />, '/settings/webhooks', '/settings/webhooks?new=true', manager);
    const dialog = await screen.findByRole('dialog', { name: 'Add webhook' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.search).toBe('');
  });

  it('have a secret that is shown only once, when they are added', async () => {
    const asked = answers({
      'POST /api/webhooks': () => Response.json({ ...webhook, secret: 'whsec_x' }, { status: 201 }),
    });
    openList();
    await press('Add webhook');
    const dialog = await screen.findByRole('dialog', { name: 'Add webhook' });
    const add = within(dialog).getByRole('button', { name: 'Add webhook' });
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Control room');
    await userEvent.type(within(dialog).getByLabelText('Address'), 'nowhere');
    await userEvent.click(add);
    expect(within(dialog).getByText(/Please enter an address such as/)).toBeTruthy();
    await userEvent.clear(within(dialog).getByLabelText('Address'));
    await userEvent.type(within(dialog).getByLabelText('Address'), webhook.url);
    await userEvent.click(add);
    expect((await screen.findByLabelText<HTMLInputElement>('Secret')).value).toBe('whsec_x');
    expect(asked.find(({ call }) => call === 'POST /api/webhooks')!.body).toMatchObject({
      name: 'Control room',
      url: webhook.url,
      minimumLevel: null,
    });
  });

  it('can be limited to twins, and to assets with their descendants', async () => {
    const press = { id: 3, assetName: 'Press', uniqueId: 'P-3' };
    const line = { id: 4, assetName: 'Line', uniqueId: 'L-4' };
    const pump = { id: 9, assetName: 'Pump', assetUniqueId: 'PU-9' };
    const fan = { id: 12, assetName: 'Fan', assetUniqueId: 'FA-12' };
    const asked = answers({
      'GET /api/webhooks/7': () => Response.json({ ...webhook, assetIds: [3], twinIds: [9] }),
      'POST /api/twins/filters': ({ body }) =>
        page([(body as ListBody).filters?.[0]?.operator === 'In' ? pump : fan]),
      'GET /api/assets': () => Response.json([press]),
      'POST /api/assets/filters': () => page([line]),
      'PUT /api/webhooks/7': () => Response.json(webhook),
    });
    const both = { ...manager, assignedGroups: ['CONNECTION_MANAGERS', 'VIEWERS'] };
    show(<WebhookPage />, '/settings/webhooks/:id', '/settings/webhooks/7', both);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Control room' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Control room' });
    expect(await within(dialog).findByText('Press (P-3)')).toBeTruthy();
    expect(await within(dialog).findByText('Pump (PU-9)')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Twins'), 'Fa');
    await userEvent.click(await screen.findByRole('option', { name: 'Fan (FA-12)' }));
    await userEvent.type(within(dialog).getByLabelText('Assets'), 'Lin');
    await userEvent.click(await screen.findByRole('option', { name: 'Line (L-4)' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save webhook' }));
    expect(asked.find(({ call }) => call === 'PUT /api/webhooks/7')!.body).toMatchObject({
      assetIds: [3, 4],
      twinIds: [9, 12],
    });
  });

  it('show why they were stopped, and can be resumed', async () => {
    const asked = answers({
      'POST /api/webhooks/7/resume': () => Response.json({ ...webhook, state: 'active' }),
    });
    openOne();
    expect(await screen.findByText('The receiver answered 503.')).toBeTruthy();
    await press('Actions for Control room');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Resume' }));
    expect(asked.some(({ call }) => call === 'POST /api/webhooks/7/resume')).toBe(true);
  });

  it('send a test, and show each message with its responses', async () => {
    const asked = answers({
      'GET /api/webhooks/7': () => Response.json({ ...webhook, state: 'active', message: '' }),
      'POST /api/webhooks/7/test': () => Response.json({ ...message, type: 'webhook.test' }, { status: 201 }),
      'POST /api/webhooks/7/messages/9/send': () => Response.json({ ...message, state: 'waiting' }),
    });
    openOne();
    await press('Send test message');
    expect(asked.some(({ call }) => call === 'POST /api/webhooks/7/test')).toBe(true);
    await userEvent.click(await screen.findByRole('cell', { name: 'The level of a twin changed' }));
    const dialog = await screen.findByRole('dialog', { name: 'The level of a twin changed' });
    expect(within(dialog).getByText('busy')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send again' }));
    expect(asked.some(({ call }) => call.endsWith('/messages/9/send'))).toBe(true);
  });
});
