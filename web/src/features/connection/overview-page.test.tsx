import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createConnection, createSummary, http, opcua } from '../../testing/connections.ts';
import { type Answers, page, serve, show } from '../../testing/show.tsx';
import { LogPage } from './log-page.tsx';
import { OverviewPage } from './overview-page.tsx';

const serveWith = (connection: ReturnType<typeof createConnection>, more: Answers = {}) =>
  serve({
    'GET /api/connections/types': () => Response.json([opcua, http]),
    'GET /api/connections/4': () => Response.json(connection),
    'POST /api/connections/filters': () => page([createSummary()]),
    ...more,
  });
const open = (address = '/settings/connections/4') =>
  show(<OverviewPage />, '/settings/connections/:id', address);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the overview of a connection', () => {
  it('shows problems, figures and stand-ins', async () => {
    serveWith(
      createConnection({
        state: 'failed',
        message: 'The password is wrong.',
        clockSeconds: -90,
        certificateEnd: '2027-03-01T12:00:00.000Z',
        status: [{ time: '2026-01-01T00:00:00.000Z', state: 'failed', message: 'The password is wrong.' }],
      }),
      {
        'POST /api/connections/filters': () =>
          page([createSummary(), createSummary({ id: 5, name: 'Boiler 2', isActive: false })]),
      },
    );
    open();
    expect((await screen.findByRole('alert')).textContent).toBe('The password is wrong.');
    expect(screen.getByText('90 s behind Twinward')).toBeTruthy();
    expect(screen.getByText('Certificate expires').nextElementSibling?.textContent).toContain('2027');
    expect((await screen.findByRole('link', { name: 'Boiler 2' })).getAttribute('href')).toBe(
      '/settings/connections/5',
    );
    expect(within(screen.getByRole('list', { name: 'States' })).getAllByRole('listitem')).toHaveLength(1);
    const tabs = within(screen.getByRole('navigation', { name: 'Connection' })).getAllByRole('link');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Overview',
      'Configuration',
      'Tags',
      'Browse',
      'Log',
    ]);
  });

  it.each([
    [null, 'Not yet'],
    [{ status: 'done', message: '12 tags' }, /: 12 tags$/],
    [{ status: 'error', message: 'It has too many.' }, /: Failed\. It has too many\.$/],
  ] as const)('shows the result of the last export of its tags: %j', async (end, text) => {
    serveWith(createConnection({ exportTagStatus: end && { ...end, time: '2026-01-01T00:00:00.000Z' } }));
    open();
    const term = await screen.findByText('Tags exported');
    expect(term.nextElementSibling?.textContent).toMatch(text);
  });

  it('shows no points for a system with only assets and work', async () => {
    const types = [{ ...opcua, roles: ['assets', 'work'] }];
    serveWith(createConnection(), { 'GET /api/connections/types': () => Response.json(types) });
    open();
    expect((await screen.findByText('Provides')).nextElementSibling?.textContent).toBe('Assets, Work');
    for (const fact of ['Tags', 'Tags exported', 'Points per second', 'Latest point', 'Lag'])
      expect(screen.queryByText(fact)).toBeNull();
    expect(screen.getByText('Last error')).toBeTruthy();
  });

  it('redirects to the not-found page for an unknown connection', async () => {
    serve({ 'GET /api/connections/types': () => Response.json([]) });
    const router = open();
    await waitFor(() => expect(router.state.location.pathname).toBe('/notfound'));
  });

  it('pauses and resumes', async () => {
    let isPaused = true;
    serveWith(createConnection(), {
      'GET /api/connections/4': () => Response.json(createConnection({ isPaused })),
      'POST /api/connections/4/resume': () => {
        isPaused = false;
        return Response.json(createConnection({ isPaused }));
      },
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Resume' }));
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy();
  });

  it('shows a new token once, and revokes it', async () => {
    let secretsSet: string[] = [];
    serveWith(createConnection(), {
      'GET /api/connections/4': () => Response.json(createConnection({ type: 'http', secretsSet })),
      'POST /api/connections/4/token': () => {
        secretsSet = ['token'];
        return Response.json({ token: 'connection-secret' });
      },
      'DELETE /api/connections/4/token': () => {
        secretsSet = [];
        return new Response(null, { status: 204 });
      },
    });
    open();
    expect(await screen.findByText('Token: Not set')).toBeTruthy();
    await press('Create a token');
    const dialog = await screen.findByRole('dialog', { name: 'New token' });
    expect(within(dialog).getByLabelText<HTMLInputElement>('Token').value).toBe('connection-secret');
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!);
    expect(await screen.findByText('Token: Set')).toBeTruthy();
    expect(document.body.innerHTML).not.toContain('connection-secret');
    await press('Revoke');
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }),
    );
    expect(await screen.findByText('Token: Not set')).toBeTruthy();
  });

  it('shows the state of a connection at the plant, and how to start its process', async () => {
    const spool = { points: 1204, bytes: 30 * 1024 * 1024, limit: 1024 * 1024 * 1024 };
    serveWith(
      createConnection({
        place: 'plant',
        plant: { seenAt: '2026-01-01T00:00:00.000Z', isSeen: true, spool },
      }),
    );
    open();
    expect(await screen.findByText('1,204 points, 30 of 1,024 MB')).toBeTruthy();
    expect(screen.getByText(/may run this connection and read its passwords/)).toBeTruthy();
    const command = screen.getByRole('region', { name: 'Command' }).textContent;
    expect(command).toContain(`SERVER_URL=${window.location.origin}`);
    expect(command).toContain('npm start connect');
    expect(screen.queryByText(/nearly full/)).toBeNull();
  });

  it('warns if the spool at the plant is nearly full', async () => {
    const spool = { points: 9, bytes: 950, limit: 1000 };
    const plant = { seenAt: '2026-01-01T00:00:00.000Z', isSeen: true, spool };
    serveWith(createConnection({ place: 'plant', plant }));
    open();
    expect(await screen.findByText(/nearly full/)).toBeTruthy();
  });

  it('shows that a process at the plant has never connected', async () => {
    serveWith(createConnection({ place: 'plant' }));
    open();
    expect(await screen.findByText('Never')).toBeTruthy();
  });

  it('has examples with the URL of the server and a placeholder for the token', async () => {
    serveWith(createConnection({ type: 'http', secretsSet: ['token'] }));
    open();
    const example = await screen.findByRole('region', { name: 'Example: JSON, with curl' });
    expect(example.textContent).toContain(`${window.location.origin}/api/connections/4/points`);
    expect(example.textContent).toContain('Authorization: Token TOKEN');
    await userEvent.selectOptions(screen.getByLabelText('Example'), 'Telegraf');
    expect(screen.getByRole('region', { name: 'Example: Telegraf' }).textContent).toContain(
      '[[outputs.influxdb_v2]]',
    );
  });

  it('starts a command that reads the history from a date, and shows its progress', async () => {
    const commandId = '8f7b2f2e-3a34-4d7b-9d5b-1c3f5a0f0a02';
    const asked = serveWith(createConnection(), {
      'POST /api/connections/4/history': () => Response.json({ commandId }, { status: 202 }),
      [`GET /api/commands/${commandId}`]: () =>
        Response.json({
          commandId,
          status: 'running',
          percent: 40,
          targetName: 'Boiler house',
          error: null,
          result: null,
        }),
    });
    const router = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Read history' }));
    const dialog = await screen.findByRole('dialog', { name: 'Read history' });
    const since = await within(dialog).findByRole('spinbutton', { name: 'Year' });
    await userEvent.click(since);
    await userEvent.keyboard('202403010100AM');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Read' }));
    expect(await screen.findByText('Reading history: 40 %')).toBeTruthy();
    expect(asked.find(({ call }) => call.endsWith('/history'))?.body).toEqual({
      from: '2024-03-01T01:00:00.000Z',
    });
    expect(router.state.location.search).toBe(`?history=${commandId}`);
  });
});

it('filters the log by a minimum level, newest first', async () => {
  const asked = serveWith(createConnection(), {
    'POST /api/connections/4/log/filters': () =>
      page([{ id: 2, time: '2026-01-01T00:00:05.000Z', level: 'warn', message: 'The queue ran over.' }]),
  });
  show(<LogPage />, '/settings/connections/:id/log', '/settings/connections/4/log');
  await userEvent.selectOptions(await screen.findByLabelText('Level'), 'Warning and above');
  await waitFor(() =>
    expect(asked.findLast(({ call }) => call.endsWith('/log/filters'))?.body).toEqual({
      filters: [{ field: 'Level', operator: 'In', value: ['error', 'warn'], dataType: 'C' }],
      sorts: [{ field: 'Id', direction: 'Descending' }],
    }),
  );
  const [, row] = within(await screen.findByRole('table', { name: 'Log' })).getAllByRole('row');
  expect(
    within(row!)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['2026-01-01 12:00:05 AM', 'Warning', 'The queue ran over.']);
});
