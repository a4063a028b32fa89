import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Answers, page, serve, show, viewer } from '../../testing/show.tsx';
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
  pictures: [],
  status: 'kept',
  attempts: 0,
  error: null,
  createdAt: '2014-02-07T14:55:00Z',
  sentAt: null,
};
const open = (more: Answers = {}, user = viewer) => {
  const asked = serve({
    'GET /api/settings/system/mail': () => Response.json(settings),
    'POST /api/mail/filters': () => page([mail]),
    'GET /api/settings/system/database': () => Response.json({ role: 'app', isOwner: false }),
    ...more,
  });
  show(<SystemPage />, '/settings/system', '/settings/system', user);
  return asked;
};

describe('the outbox', () => {
  it('shows the text of each mail', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'A new password' }));
    const dialog = screen.getByRole('dialog', { name: 'A new password' });
    expect(within(dialog).getByText('Open this link.')).toBeTruthy();
    expect(within(dialog).getByText('No mail server')).toBeTruthy();
  });

  it('shows that a text is hidden from the user', async () => {
    open({ 'POST /api/mail/filters': () => page([{ ...mail, text: null }]) });
    await userEvent.click(await screen.findByRole('button', { name: 'A new password' }));
    const text = screen.getByRole('region', { name: 'Text of the mail' });
    expect(text.textContent).toBe('This text is confidential. Only the recipient can read it.');
    expect(text.tabIndex).toBe(0);
  });
});

describe('the database role', () => {
  it('is shown', async () => {
    open();
    expect(
      await screen.findByText("Requests use the database role app. This role can't change the audit trail."),
    ).toBeTruthy();
  });

  it('has a warning if it owns the tables', async () => {
    open({
      'GET /api/settings/system/database': () => Response.json({ role: 'twin', isOwner: true }),
    });
    const warning = await screen.findByText(/Requests use the database role twin, which owns the tables/);
    expect(warning.closest('[role=alert]')).toBeTruthy();
  });
});

describe('the demo data', () => {
  const loaded = {
    isLoaded: true,
    isLiving: true,
    records: [
      { kind: 'asset', count: 101 },
      { kind: 'tag', count: 2201 },
    ],
    own: [
      { kind: 'advisory', count: 1 },
      { kind: 'protection', count: 2 },
    ],
    commandId: null,
  };
  const clear = 'POST /api/settings/system/demo/clear';
  const load = 'POST /api/settings/system/demo/load';
  const reference = () =>
    Response.json({ commandId: '1f6e0a5e-6f3e-4b8e-9a53-0d5d4bd1c0aa' }, { status: 202 });
  const having = (demo: object) => ({ 'GET /api/settings/system/demo': () => Response.json(demo) });

  it('can be cleared after a confirmation with the number of user records to be deleted', async () => {
    const asked = open({ ...having(loaded), [clear]: reference });
    expect(await screen.findByText('The demo created 101 assets and 2,201 tags.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear demo data' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Clear demo data?' });
    expect(
      within(dialog).getByText(
        'Records of users that depend on them are deleted too: 1 advisory and 2 protections.',
      ),
    ).toBeTruthy();
    expect(asked.some(({ call }) => call === clear)).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Clear demo data' }));
    await waitFor(() => expect(asked.some(({ call }) => call === clear)).toBe(true));
  });

  it('can be cleared next to the title with the flag demoClear', async () => {
    localStorage.setItem('twinward.flags', 'demoClear');
    open(having(loaded));
    expect(await screen.findAllByRole('button', { name: 'Clear demo data' })).toHaveLength(2);
    localStorage.removeItem('twinward.flags');
  });

  it('can be restarted as a living demo if it was loaded as recorded', async () => {
    const restart = 'POST /api/settings/system/demo/restart';
    const asked = open({ ...having({ ...loaded, isLiving: false }), [restart]: reference });
    expect(await screen.findByText(/Recorded demo/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Start the living demo' }));
    const dialog = await screen.findByRole('alertdialog', { name: /start the living one/ });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start the living demo' }));
    await waitFor(() => expect(asked.some(({ call }) => call === restart)).toBe(true));
  });

  it('can be loaded if missing', async () => {
    const asked = open({
      ...having({ ...loaded, isLoaded: false, records: [], own: [] }),
      [load]: reference,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Load demo' }));
    await waitFor(() => expect(asked.some(({ call }) => call === load)).toBe(true));
    expect(screen.queryByRole('button', { name: 'Clear demo data' })).toBeNull();
  });

  it('shows the progress of the demo command', async () => {
    const { commandId } = await reference().json();
    open({
      ...having({ ...loaded, commandId }),
      [`GET /api/commands/${commandId}`]: () =>
        Response.json({ commandId, type: 'clear-demo', status: 'running', percent: 40 }),
    });
    expect(await screen.findByText('Clearing the demo data: 40 %')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear demo data' })).toBeNull();
  });
});

describe('a full disk', () => {
  const disk = (lastFull: object | null) => ({
    'GET /api/settings/system/disk': () => Response.json({ lastFull }),
  });

  it('is shown with its time', async () => {
    open(disk({ from: '2014-02-07T14:55:00Z', until: '2014-02-07T15:20:00Z' }));
    const warning = await screen.findByText(/The disk of the database was full from/);
    expect(warning.closest('[role=alert]')).toBeTruthy();
  });

  it('is not shown if it never occurred', async () => {
    open(disk(null));
    await screen.findByText(/Requests use the database role app/);
    expect(screen.queryByText(/disk of the database/)).toBeNull();
  });
});

describe('the mail settings', () => {
  it('are validated and saved, and preserve a password that is not typed', async () => {
    const asked = open(
      {
        'POST /api/settings/system/mail': ({ body }) =>
          Response.json({ ...(body as object), hasPassword: true }),
      },
      { ...viewer, isAdmin: true },
    );
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

describe('the help settings', () => {
  const help = { documentation: '/docs', support: '' };
  const calls: Answers = {
    'GET /api/settings/system/help': () => Response.json(help),
    'GET /api/settings/system/video': () => Response.json({ path: '', videos: [], clips: true }),
    'POST /api/settings/system/help': ({ body }) => Response.json(body),
    'POST /api/settings/system/video': ({ body }) => Response.json(body),
  };

  it('are validated and saved', async () => {
    const asked = open(calls);
    const support = await screen.findByLabelText<HTMLInputElement>('Support');
    await userEvent.type(support, '/support');
    await userEvent.tab();
    expect(await screen.findByText('Please enter an e-mail address, or a web address.')).toBeTruthy();
    await userEvent.clear(support);
    await userEvent.type(support, 'help@plant.example');
    await userEvent.click(screen.getByRole('button', { name: 'Save help settings' }));
    await screen.findByText('Saved.');
    expect(asked.find(({ call }) => call === 'POST /api/settings/system/help')?.body).toEqual({
      documentation: '/docs',
      support: 'help@plant.example',
    });
  });

  it('include videos, each with its title and id', async () => {
    const asked = open(calls);
    await userEvent.click(await screen.findByRole('button', { name: 'Add video' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save videos' }));
    const video = within(screen.getByRole('group', { name: 'Video 1' }));
    expect(video.getAllByText('Required.')).toHaveLength(2);
    await userEvent.type(video.getByLabelText('Title'), 'Your first twin');
    await userEvent.type(video.getByLabelText('Id'), 'first');
    await userEvent.click(video.getByLabelText('Maybe of interest'));
    await userEvent.click(screen.getByLabelText('Show the clips included in Twinward'));
    await userEvent.click(screen.getByRole('button', { name: 'Save videos' }));
    await screen.findByText('Saved.');
    expect(asked.find(({ call }) => call === 'POST /api/settings/system/video')?.body).toEqual({
      path: '',
      videos: [{ title: 'Your first twin', id: 'first', moi: true }],
      clips: false,
    });
  });
});

describe('the identity provider', () => {
  const provider = {
    issuer: 'https://id.plant.example',
    clientId: 'twinward',
    label: 'Plant account',
    userNameClaim: 'preferred_username',
    otherHosts: '',
    requiredAuthentication: '',
    hasSecret: true,
  };
  const calls: Answers = {
    'GET /api/settings/security/identity-provider': () => Response.json(provider),
    'POST /api/settings/security/identity-provider': ({ body }) =>
      Response.json({ ...(body as object), hasSecret: true }),
  };

  it('preserves a secret that is not typed', async () => {
    const asked = open(calls, { ...viewer, isAdmin: true });
    const label = await screen.findByLabelText('Label of the sign-in button');
    await userEvent.clear(label);
    await userEvent.type(label, 'Our account');
    await userEvent.click(screen.getByRole('button', { name: 'Save identity provider' }));
    await screen.findByText('Saved.');
    const { hasSecret: _, ...rest } = provider;
    expect(asked.find(({ call }) => call === 'POST /api/settings/security/identity-provider')?.body).toEqual({
      ...rest,
      label: 'Our account',
    });
  });

  it('offers other hosts, and requires confirmation of an authentication', async () => {
    const asked = open(calls, { ...viewer, isAdmin: true });
    const hosts = await screen.findByLabelText('Other provider hosts');
    await userEvent.type(hosts, 'https://id2.plant.example');
    await userEvent.tab();
    const message = 'Please enter host names such as login.plant.example, separated by spaces.';
    expect(await screen.findByText(message)).toBeTruthy();
    await userEvent.clear(hosts);
    await userEvent.type(hosts, 'id2.plant.example');
    await userEvent.type(screen.getByLabelText('Required authentication'), 'mfa');
    await userEvent.click(screen.getByRole('button', { name: 'Save identity provider' }));
    await screen.findByText('Saved.');
    expect(
      asked.find(({ call }) => call === 'POST /api/settings/security/identity-provider')?.body,
    ).toMatchObject({ otherHosts: 'id2.plant.example', requiredAuthentication: 'mfa' });
  });

  it('is shown to administrators only', async () => {
    const asked = open(calls, { ...viewer, assignedGroups: ['ADMINISTRATORS'] });
    await screen.findByLabelText('SMTP server');
    expect(screen.queryByText('External sign-in')).toBeNull();
    expect(asked.some(({ call }) => call.includes('identity-provider'))).toBe(false);
  });
});

describe('the second factor', () => {
  const path = '/api/settings/security/second-factor';
  const label = 'Require a second factor for';

  it('is required at once, unless the server rejects it', async () => {
    const message = 'Set up a second factor for yourself before requiring one.';
    let refused = true;
    open(
      {
        [`GET ${path}`]: () => Response.json({ required: 'none' }),
        [`POST ${path}`]: ({ body }) =>
          refused ? Response.json({ message }, { status: 409 }) : Response.json(body),
      },
      { ...viewer, isAdmin: true },
    );
    const value = () => screen.getByLabelText<HTMLSelectElement>(label).value;
    await userEvent.selectOptions(await screen.findByLabelText(label), 'Administrators');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(value()).toBe('none');
    refused = false;
    await userEvent.selectOptions(screen.getByLabelText(label), 'All users');
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    await waitFor(() => expect(value()).toBe('all'));
  });
});

describe('the mail settings of other users', () => {
  it('are read-only', async () => {
    open();
    expect(await screen.findByText('Only an administrator can change the mail settings.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('SMTP server').matches(':disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Save mail settings' })).toBeNull();
  });
});

describe('a test mail', () => {
  const send = async (answer: object) => {
    const asked = open({ 'POST /api/settings/system/mail/test': () => Response.json(answer) });
    const to = await screen.findByLabelText('Send a test mail to');
    await userEvent.type(to, 'bo');
    await userEvent.click(screen.getByRole('button', { name: 'Send test mail' }));
    expect(await screen.findByText('Please enter a valid e-mail address.')).toBeTruthy();
    await userEvent.type(to, '@plant.example');
    await userEvent.click(screen.getByRole('button', { name: 'Send test mail' }));
    return asked;
  };

  it('shows the response of the mail server', async () => {
    const asked = await send({ sent: true, answer: '250 OK: queued' });
    expect(await screen.findByText('The mail server accepted the mail.')).toBeTruthy();
    expect(screen.getByText('250 OK: queued')).toBeTruthy();
    expect(asked.find(({ call }) => call.endsWith('/mail/test'))?.body).toEqual({ to: 'bo@plant.example' });
  });

  it('shows why it was not sent', async () => {
    await send({ sent: false, answer: 'connect ECONNREFUSED 127.0.0.1:25' });
    expect(await screen.findByText('The mail was not sent.')).toBeTruthy();
    expect(screen.getByText('connect ECONNREFUSED 127.0.0.1:25')).toBeTruthy();
  });
});

describe('all sessions', () => {
  it('can be ended after confirmation', async () => {
    const asked = open(
      {
        'GET /api/settings/security/sessions': () => Response.json({ idleMinutes: 720, maximumHours: 168 }),
        'POST /api/users/sessions/end': () => Response.json({ ended: 12 }),
      },
      { ...viewer, assignedGroups: ['SECURITY_ADMINISTRATORS', 'ADMINISTRATORS'] },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'End all sessions' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'End all sessions' }));
    expect(dialog.getByText(/^All other users but administrators are signed out everywhere/)).toBeTruthy();
    expect(asked.some(({ call }) => call.endsWith('/end'))).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'End' }));
    expect(await screen.findByText('Ended sessions: 12.')).toBeTruthy();
  });
});

describe('the session settings', () => {
  const calls: Answers = {
    'GET /api/settings/security/sessions': () => Response.json({ idleMinutes: 720, maximumHours: 168 }),
    'POST /api/settings/security/sessions': ({ body }) => Response.json(body),
  };

  it('are validated and saved', async () => {
    const security = { ...viewer, assignedGroups: ['ADMINISTRATORS', 'SECURITY_ADMINISTRATORS'] };
    const asked = open(calls, security);
    const idle = await screen.findByLabelText<HTMLInputElement>('Sign out when idle for');
    await userEvent.clear(idle);
    await userEvent.type(idle, '5');
    await userEvent.tab();
    expect(await screen.findByText('Please enter a number between 10 and 10080.')).toBeTruthy();
    await userEvent.clear(idle);
    await userEvent.type(idle, '30');
    await userEvent.click(screen.getByRole('button', { name: 'Save session settings' }));
    await screen.findByText('Saved.');
    expect(asked.find(({ call }) => call === 'POST /api/settings/security/sessions')!.body).toEqual({
      idleMinutes: 30,
      maximumHours: 168,
    });
  });

  it('are hidden from users who may not manage users', async () => {
    open(calls, { ...viewer, assignedGroups: ['ADMINISTRATORS'] });
    expect(await screen.findByRole('heading', { name: 'Calendar' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Sessions' })).toBeNull();
  });
});
