import { renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { useOfferedCommands } from '../../shared/commands/page-commands.ts';
import { createConnection, createSummary, http, opcua, sap } from '../../testing/connections.ts';
import { type Answers, page, serve, show } from '../../testing/show.tsx';
import { ConnectionsPage } from './connections-page.tsx';

const list = '/settings/connections';
const answers = (more: Answers = {}) =>
  serve({ 'GET /api/connections/types': () => Response.json([opcua, http, sap]), ...more });
const open = (address = list) => show(<ConnectionsPage />, list, address);
const readCells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

describe('the list of connections', () => {
  it('explains connections and links to a new one if the list is empty', async () => {
    answers({ 'POST /api/connections/filters': () => page([]) });
    open();
    expect(await screen.findByText('No connections yet.')).toBeTruthy();
    expect(screen.getByText(/A connection brings the points of another system/)).toBeTruthy();
    for (const link of screen.getAllByRole('link', { name: 'Add connection' })) {
      expect(link.getAttribute('href')).toBe('/settings/connections/add');
    }
  });

  it('shows the error and retries', async () => {
    let attempts = 0;
    answers({
      'POST /api/connections/filters': () =>
        attempts++ === 0
          ? Response.json({ message: 'You do not have sufficient privileges.' }, { status: 403 })
          : page([createSummary()]),
    });
    open();
    expect(await screen.findByText('You do not have sufficient privileges.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Boiler house' })).toBeTruthy();
  });

  it('shows state, lag, rate and last error, with stand-ins grouped', async () => {
    answers({
      'POST /api/connections/filters': () =>
        page([
          createSummary({
            id: 5,
            name: 'Boiler 2',
            isActive: false,
            state: 'stopped',
            lagSeconds: null,
            pointsPerSecond: 0,
          }),
          createSummary({
            id: 6,
            name: 'Crusher',
            connectionGroupId: 60,
            state: 'failed',
            place: 'plant',
            lastError: 'Wrong password.',
          }),
          createSummary(),
        ]),
    });
    open();
    const table = await screen.findByRole('table', { name: 'Connections' });
    await within(table).findAllByText('OPC UA');
    const rows = within(table).getAllByRole('row').slice(1).map(readCells);
    expect(rows.map(([name, type, state]) => [name, type, state])).toEqual([
      ['Boiler house', 'OPC UA', 'Running'],
      ['Boiler 2', 'OPC UA', 'Standby'],
      ['Crusher', 'OPC UA', 'Failed'],
    ]);
    expect(rows[0]).toEqual(expect.arrayContaining(['0.4 s', '120', 'active; standby: Boiler 2']));
    expect(rows[1]).toContain('standby for Boiler house');
    expect(rows[2]).toEqual(expect.arrayContaining(['Wrong password.', 'At the plant']));
  });

  it('is filtered and sorted by the URL', async () => {
    const asked = answers({ 'POST /api/connections/filters': () => page([createSummary()]) });
    open(`${list}?state=paused&type=opcua&sort=-LagSeconds`);
    await screen.findByRole('link', { name: 'Boiler house' });
    expect(asked.find(({ call }) => call === 'POST /api/connections/filters')?.body).toEqual({
      filters: [
        { field: 'Type', operator: 'EqualTo', value: 'opcua', dataType: 'C' },
        { field: 'IsPaused', operator: 'EqualTo', value: true, dataType: 'B' },
      ],
      sorts: [{ field: 'LagSeconds', direction: 'Descending' }],
    });
    expect(await screen.findByText('Type: OPC UA')).toBeTruthy();
    expect(screen.getByText('State: Paused')).toBeTruthy();
  });

  it('offers its pages as Ctrl+K commands', async () => {
    answers({ 'POST /api/connections/filters': () => page([createSummary()]) });
    open();
    await screen.findByRole('link', { name: 'Boiler house' });
    const { result } = renderHook(useOfferedCommands);
    expect(result.current).toEqual([
      { title: 'Add connection', to: '/settings/connections/add' },
      { title: 'Open connection Boiler house', to: '/settings/connections/4', isTyped: true },
      { title: 'Open log of Boiler house', to: '/settings/connections/4/log', isTyped: true },
    ]);
  });

  it('pauses, resumes and deletes from the menu of a row', async () => {
    let isPaused = false;
    const set = (paused: boolean) => () => {
      isPaused = paused;
      return Response.json(createConnection({ isPaused }));
    };
    const asked = answers({
      'POST /api/connections/filters': () => page([createSummary({ isPaused })]),
      'POST /api/connections/4/pause': set(true),
      'POST /api/connections/4/resume': set(false),
      'DELETE /api/connections/4': () => new Response(null, { status: 204 }),
    });
    open();
    const choose = async (item: string) => {
      await userEvent.click(await screen.findByRole('button', { name: 'Actions for Boiler house' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: item }));
    };
    await choose('Pause');
    const table = within(screen.getByRole('table', { name: 'Connections' }));
    expect(await table.findByText('Paused')).toBeTruthy();
    await choose('Resume');
    expect(await table.findByText('Running')).toBeTruthy();
    await choose('Delete');
    expect(await screen.findByText(/Its tags and their points are kept/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(asked.map(({ call }) => call)).toContain('DELETE /api/connections/4'));
  });
});
