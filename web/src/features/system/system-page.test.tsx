import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Answers, page, serve, show } from '../../testing/show.tsx';
import { SystemPage } from './system-page.tsx';

const settings = {
  host: '',
  port: 587,
  security: 'starttls',
  userName: '',
  from: 'twinward@localhost',
  publicAddress: 'http://localhost:8080',
  hasPassword: true,
};
const mail = {
  id: 1,
  messageId: '<1@twinward>',
  to: 'bo@plant.example',
  subject: 'A new password',
  text: 'Open this link.',
  confidential: true,
  status: 'kept',
  attempts: 0,
  error: null,
  createdAt: '2014-02-07T14:55:00Z',
  sentAt: null,
};
const open = (more: Answers = {}) => {
  const asked = serve({
    'GET /api/settings/system/mail': () => Response.json(settings),
    'POST /api/mail/filters': () => page([mail]),
    ...more,
  });
  show(<SystemPage />, '/settings/system', '/settings/system');
  return asked;
};

describe('the outbox', () => {
  it('lets each mail be read', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'A new password' }));
    const dialog = screen.getByRole('dialog', { name: 'A new password' });
    expect(within(dialog).getByText('Open this link.')).toBeTruthy();
    expect(within(dialog).getByText('Kept here')).toBeTruthy();
  });

  it('says when a text is not for the reader', async () => {
    open({ 'POST /api/mail/filters': () => page([{ ...mail, text: null }]) });
    await userEvent.click(await screen.findByRole('button', { name: 'A new password' }));
    expect(screen.getByText('The text is confidential, and kept from everyone but its reader.')).toBeTruthy();
  });
});

describe('the mail settings', () => {
  it('are checked and saved, and keep the password that is not typed', async () => {
    const asked = open({
      'POST /api/settings/system/mail': ({ body }) =>
        Response.json({ ...(body as object), hasPassword: true }),
    });
    const port = await screen.findByLabelText<HTMLInputElement>('Port');
    await userEvent.clear(port);
    await userEvent.type(port, '99999');
    await userEvent.tab();
    expect(await screen.findByText('Please enter a number between 1 and 65535.')).toBeTruthy();
    await userEvent.clear(port);
    await userEvent.type(port, '465');
    await userEvent.type(screen.getByLabelText('SMTP server'), 'mail.plant.example');
    await userEvent.selectOptions(screen.getByLabelText('Encryption'), 'TLS');
    await userEvent.click(screen.getByRole('button', { name: 'Save mail settings' }));
    await screen.findByText('Saved.');
    expect(asked.find(({ call }) => call === 'POST /api/settings/system/mail')?.body).toEqual({
      host: 'mail.plant.example',
      port: 465,
      security: 'tls',
      userName: '',
      from: 'twinward@localhost',
      publicAddress: 'http://localhost:8080',
    });
  });
});
