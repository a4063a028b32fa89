import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { StreamExtraction } from '@twinward/contracts/connections/extraction';
import { mappingTargets, type StreamMapping } from '@twinward/contracts/connections/mapping';
import type { ShownRecord } from '@twinward/contracts/connections/request';
import { describe, expect, it } from 'vitest';
import { createConnection, createRequest, sap } from '../../../testing/connections.ts';
import { type Answers, serve, show } from '../../../testing/show.tsx';
import { DefaultConnectionsDialog } from '../default-connections-dialog.tsx';
import { MappingPage } from './mapping-page.tsx';
import { RecordsPage } from './records-page.tsx';

const extraction: StreamExtraction = {
  stream: 'orders',
  kind: 'work',
  label: 'Maintenance orders',
  watermark: '2026-03-01T10:00:00.000Z',
  created: 1200,
  changed: 4,
  unchanged: 7,
  gone: 1,
  refused: 1,
  refusedRecords: [{ key: '4000012', message: 'There is no asset 10000.', time: '2026-03-01T10:00:00.000Z' }],
  lastRead: '2026-03-01T10:00:00.000Z',
  lastCompared: null,
  lastError: 'SAP answered 503.',
  lastErrorTime: '2026-03-01T09:00:00.000Z',
};

const mapping: StreamMapping = {
  stream: 'orders',
  kind: 'work',
  label: 'Maintenance orders',
  fields: [
    { name: 'Equipment', label: 'Equipment', kind: 'text' },
    { name: 'MaintenanceOrderDesc', label: 'Description', kind: 'text' },
  ],
  targets: [
    ...mappingTargets.work.map((target) => ({ ...target, choices: [...target.choices] })),
    { name: 'custom:crew', label: 'Crew', kind: 'custom', isRequired: false, choices: [], help: '' },
  ],
  rules: [
    { to: 'asset', from: 'Equipment', constant: '', values: [] },
    { to: 'name', from: 'MaintenanceOrderDesc', constant: '', values: [] },
    { to: 'kind', from: '$type', constant: '', values: [{ from: 'PM01', to: 'corrective' }] },
  ],
  classes: [],
  isDefault: true,
  version: 0,
};

const record = (key: string, type: string): ShownRecord => ({
  key,
  type,
  changedAt: '2026-03-01T10:00:00.000Z',
  fields: { Equipment: '10001', MaintenanceOrderDesc: `Order ${key}` },
  requestKey: null,
});

const serveWith = (more: Answers) =>
  serve({
    'GET /api/connections/types': () => Response.json([{ ...sap, roles: ['assets', 'work'] }]),
    'GET /api/connections/4': () => Response.json(createConnection({ type: 'sap', name: 'SAP north' })),
    ...more,
  });

describe('the records of a connection', () => {
  it('show progress and errors of each stream, and are read again from the start date', async () => {
    const asked = serveWith({
      'GET /api/connections/4/extraction': () => Response.json([extraction]),
      'POST /api/connections/4/extraction/read-again': () => new Response(null, { status: 204 }),
    });
    show(<RecordsPage />, '/settings/connections/:id/records', '/settings/connections/4/records');
    const stream = within(await screen.findByRole('region', { name: 'Maintenance orders' }));
    expect(stream.getByRole('alert').textContent).toContain('SAP answered 503.');
    expect(stream.getByText('1,200')).toBeTruthy();
    expect(stream.getByText('Not yet')).toBeTruthy();
    expect(within(stream.getByRole('table')).getByText('There is no asset 10000.')).toBeTruthy();
    expect(stream.getByRole('link', { name: 'Map fields of Maintenance orders' }).getAttribute('href')).toBe(
      '/settings/connections/4/records/orders',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Read again from the start date' }));
    await userEvent.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Read again' }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(asked.find(({ call }) => call.endsWith('read-again'))?.body).toEqual({ stream: null });
  });

  it('link to the configuration if no types are read', async () => {
    serveWith({ 'GET /api/connections/4/extraction': () => Response.json([]) });
    show(<RecordsPage />, '/settings/connections/:id/records', '/settings/connections/4/records');
    expect(await screen.findByText('This connection reads no records.')).toBeTruthy();
  });
});

describe('the mapping of a stream', () => {
  const open = (more: Answers = {}, records = [record('1', 'PM01'), record('2', 'PM09')]) => {
    const asked = serveWith({
      'GET /api/connections/4/mappings/orders': () => Response.json(mapping),
      'POST /api/connections/4/requests': () =>
        Response.json(createRequest({ kind: 'records', result: { records } }), { status: 202 }),
      ...more,
    });
    show(
      <MappingPage />,
      '/settings/connections/:id/records/:stream',
      '/settings/connections/4/records/orders',
    );
    return asked;
  };

  it('previews converted records, with the reasons why some are rejected', async () => {
    open();
    expect(
      await screen.findByText("The latest 2 as they would be imported: 1 can't be imported."),
    ).toBeTruthy();
    const [first, second] = within(screen.getByRole('table', { name: 'Preview' }))
      .getAllByRole('row')
      .slice(1);
    expect(first!.textContent).toContain('corrective');
    expect(second!.textContent).toContain("'PM09' is not one of corrective");
  });

  it('updates for changes of a type code, a custom field and a constant, and saves them', async () => {
    const asked = open({
      'PUT /api/connections/4/mappings/orders': ({ body }) =>
        Response.json({ ...mapping, ...(body as object), version: 1 }),
    });
    await screen.findByText("The latest 2 as they would be imported: 1 can't be imported.");
    await userEvent.click(screen.getByRole('button', { name: 'Values of Kind' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add values from preview' }));
    expect(screen.getByLabelText<HTMLInputElement>('External value 2').value).toBe('PM09');
    await userEvent.selectOptions(screen.getByLabelText('Twinward value 2'), 'preventive');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('The latest 2 as they would be imported: all are valid.')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Crew'), 'A constant');
    await userEvent.type(screen.getByLabelText('Constant of Crew'), 'A');
    await userEvent.selectOptions(screen.getByLabelText('Name (required)'), 'Not read');
    expect(screen.getByText('Required.')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Name (required)'), 'Type code');
    await userEvent.click(screen.getByRole('button', { name: 'Save mapping' }));
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      rules: [
        mapping.rules[0],
        {
          to: 'kind',
          from: '$type',
          constant: '',
          values: [
            { from: 'PM01', to: 'corrective' },
            { from: 'PM09', to: 'preventive' },
          ],
        },
        { to: 'custom:crew', from: null, constant: 'A', values: [] },
        { to: 'name', from: '$type', constant: '', values: [] },
      ],
      classes: [],
      version: 0,
    });
  });

  it('shows why the system returned no records, and retries', async () => {
    let isDown = true;
    open({
      'POST /api/connections/4/requests': () =>
        Response.json(
          isDown
            ? createRequest({ kind: 'records', state: 'failed', message: 'The host did not answer.' })
            : createRequest({ kind: 'records', result: { records: [] } }),
          { status: 202 },
        ),
    });
    expect(await screen.findByText('The host did not answer.')).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No records found.')).toBeTruthy();
  });
});

it('the connection for work requests of a system can be chosen', async () => {
  const asked = serve({
    'GET /api/connections/defaults': () => Response.json({ SAP: null, HEXAGON: null, MAXIMO: 9 }),
    'GET /api/connections/choices': () =>
      Response.json([
        { id: 4, name: 'SAP north', type: 'sap', system: 'SAP' },
        { id: 9, name: 'Maximo', type: 'maximo', system: 'MAXIMO' },
        { id: 10, name: 'Boiler', type: 'opcua', system: null },
      ]),
    'PUT /api/connections/defaults': ({ body }) => Response.json(body),
  });
  let isClosed = false;
  show(
    <DefaultConnectionsDialog
      onClose={() => {
        isClosed = true;
      }}
    />,
    '/',
    '/',
  );
  await userEvent.selectOptions(await screen.findByLabelText('Work for SAP'), 'SAP north');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(isClosed).toBe(true));
  expect(asked.at(-1)?.body).toEqual({ SAP: 4, HEXAGON: null, MAXIMO: 9 });
});
