import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createConnection, createSummary, http, opcua, sap } from '../../../testing/connections.ts';
import { type Answers, page, serve, show } from '../../../testing/show.tsx';
import { AddConnectionPage } from '../add-connection-page.tsx';
import { ConfigurationPage } from '../configuration-page.tsx';

const answers = (more: Answers = {}) =>
  serve({
    'GET /api/connections/types': () => Response.json([opcua, http, sap]),
    'GET /api/connections/4': () => Response.json(createConnection()),
    'POST /api/connections/filters': () => page([]),
    ...more,
  });
const add = (search = '?type=opcua') =>
  show(<AddConnectionPage />, '/settings/connections/add', `/settings/connections/add${search}`);
const edit = () =>
  show(
    <ConfigurationPage />,
    '/settings/connections/:id/configuration',
    '/settings/connections/4/configuration',
  );
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const findBody = (asked: ReturnType<typeof serve>, call: string) =>
  asked.find((each) => each.call === call)?.body as { configuration: Record<string, unknown> } | undefined;

describe('a new connection', () => {
  it('offers the types that have a connector', async () => {
    answers();
    add('');
    const types = await field('Type');
    expect(
      within(types)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose a type', 'OPC UA', 'HTTP']);
    await userEvent.selectOptions(types, 'OPC UA');
    expect(await screen.findByText('Reads an OPC UA server.')).toBeTruthy();
    expect(screen.getByText('Alarms and conditions are not read.')).toBeTruthy();
  });

  it('has the fields of its type, with initial values', async () => {
    const asked = answers({
      'POST /api/connections': () => Response.json(createConnection({ isPaused: true }), { status: 201 }),
    });
    const router = add();
    await userEvent.type(await field('Name'), 'Boiler house');
    await userEvent.type(await field('Address'), 'opc.tcp://boiler:4840');
    await userEvent.type(await field('Password'), 'hunter2');
    await userEvent.type(await field('Filters'), 'a/#{enter}b/#');
    await userEvent.click(screen.getByRole('switch', { name: 'Exact times' }));
    await userEvent.selectOptions(await field('Log level'), 'Debug');
    await userEvent.upload(
      screen.getByLabelText('Certificate', { selector: 'input' }),
      new File(['-----BEGIN'], 'client.pem'),
    );
    expect(await screen.findByText('client.pem')).toBeTruthy();
    await press('Add connection');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/connections/4/configuration'));
    expect(findBody(asked, 'POST /api/connections')).toEqual({
      name: 'Boiler house',
      type: 'opcua',
      place: 'server',
      connectionGroupId: null,
      configuration: {
        type: 'opcua',
        logLevel: 'debug',
        url: 'opc.tcp://boiler:4840',
        password: 'hunter2',
        certificate: btoa('-----BEGIN'),
        securityMode: 'SignAndEncrypt',
        interval: 1000,
        isExact: true,
        filters: ['a/#', 'b/#'],
      },
    });
  });

  it('is validated by the rules of its fields before it is sent', async () => {
    const asked = answers();
    add();
    await userEvent.type(await field('Address'), 'boiler');
    await userEvent.clear(await field('Interval'));
    await userEvent.type(await field('Interval'), '5');
    await press('Add connection');
    expect(await screen.findByText('Please enter an address such as opc.tcp://plant:4840.')).toBeTruthy();
    expect(screen.getByText('Please enter a number greater than or equal to 100.')).toBeTruthy();
    expect(screen.getByText('Required.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    expect(asked.map(({ call }) => call)).not.toContain('POST /api/connections');
  });

  it('rejects a file that is too large', async () => {
    answers();
    add();
    await field('Name');
    await userEvent.upload(
      screen.getByLabelText('Certificate', { selector: 'input' }),
      new File([new Uint8Array(200 * 1024)], 'large.pfx'),
    );
    expect(await screen.findByText('large.pfx is too large: at most 96 KB.')).toBeTruthy();
  });

  it('can be the stand-in for a connection of its type', async () => {
    const asked = answers({
      'POST /api/connections/filters': () => page([createSummary()]),
      'POST /api/connections': () => Response.json(createConnection({ id: 9 }), { status: 201 }),
    });
    const router = add();
    await userEvent.selectOptions(await field('Standby for'), 'Boiler house');
    await userEvent.type(await field('Name'), 'Boiler 2');
    await userEvent.type(await field('Address'), 'opc.tcp://boiler2:4840');
    await press('Add connection');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/connections/9/configuration'));
    expect(findBody(asked, 'POST /api/connections')).toMatchObject({ connectionGroupId: 40 });
  });
});

describe('the configuration of a connection', () => {
  it('shows that a secret is set, but never its value', async () => {
    const asked = answers({
      'PUT /api/connections/4': () => Response.json(createConnection({ version: 4 })),
    });
    edit();
    const password = await screen.findByRole('group', { name: 'Password' });
    expect(password.textContent).toContain('Set');
    expect(within(password).queryByRole('textbox')).toBeNull();
    await userEvent.type(await field('User'), '2');
    await press('Save');
    await screen.findByText('Saved.');
    expect(findBody(asked, 'PUT /api/connections/4')).toMatchObject({
      version: 3,
      configuration: { user: 'twin2', password: null, certificate: null },
    });
  });

  it('shows where it runs, and that a change revokes its token', async () => {
    const asked = answers({
      'GET /api/connections/4': () => Response.json(createConnection({ secretsSet: ['password', 'token'] })),
      'PUT /api/connections/4': () => Response.json(createConnection({ place: 'plant', version: 4 })),
    });
    edit();
    const runs = await field('Runs');
    expect(await screen.findByText('This server connects to the system.')).toBeTruthy();
    await userEvent.selectOptions(runs, 'At the plant');
    expect(await screen.findByText(/^This change revokes the token/)).toBeTruthy();
    await press('Save');
    await screen.findByText('Saved.');
    expect(findBody(asked, 'PUT /api/connections/4')).toMatchObject({ place: 'plant', version: 3 });
    expect(await screen.findByText(/^A process at the plant runs the connection/)).toBeTruthy();
  });

  it('changes and removes secrets', async () => {
    const asked = answers({
      'PUT /api/connections/4': () => Response.json(createConnection({ version: 4, secretsSet: [] })),
    });
    edit();
    await userEvent.click(await screen.findByRole('button', { name: 'Change: Password' }));
    await userEvent.type(await field('Password'), 'new');
    await press('Cancel');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove: Password' }));
    expect(await screen.findByText('Will be removed')).toBeTruthy();
    expect(screen.getByText('Unsaved changes')).toBeTruthy();
    await press('Save');
    await screen.findByText('Saved.');
    expect(findBody(asked, 'PUT /api/connections/4')?.configuration.password).toBe('');
    // After removal, a new secret can be typed at once.
    expect((await field('Password')).type).toBe('password');
  });

  it('shows the errors of the server at their fields', async () => {
    answers({
      'PUT /api/connections/4': () =>
        Response.json(
          {
            message: 'Some fields are wrong.',
            errors: [
              { path: 'configuration.password', message: 'A changed address needs its password again.' },
            ],
          },
          { status: 400 },
        ),
    });
    edit();
    await userEvent.type(await field('Address'), '1');
    await press('Save');
    const password = await screen.findByRole('group', { name: 'Password' });
    expect(await within(password).findByText('A changed address needs its password again.')).toBeTruthy();
    expect(screen.queryByText('Some fields are wrong.')).toBeNull();
  });

  it('has only general fields if its type has no connector', async () => {
    answers({
      'GET /api/connections/4': () =>
        Response.json(
          createConnection({
            type: 'scada',
            state: 'stopped',
            configuration: { type: 'scada', logLevel: 'info' },
          }),
        ),
    });
    edit();
    expect(await screen.findByText(/^No connector for this type/)).toBeTruthy();
    expect(screen.queryByLabelText('Address')).toBeNull();
    expect(await field('Log level')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Test' })).toBeNull();
  });
});
