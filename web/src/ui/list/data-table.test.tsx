import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createTestRouter, TestRouter } from '../../testing/test-router.tsx';
import { type Column, DataTable, type SortState } from './data-table.tsx';

interface Pump {
  id: number;
  name: string;
  level: number;
}
const pumps: Pump[] = ['A', 'B', 'C'].map((name, id) => ({ id, name: `Pump ${name}`, level: id * 100 }));
const columns: Column<Pump>[] = [
  { id: 'name', header: 'Name', sort: { field: 'Name' }, cell: (pump) => pump.name },
  {
    id: 'level',
    header: 'Level',
    numeric: true,
    sort: { field: 'Level', first: 'Descending' },
    cell: (pump) => pump.level,
  },
];

function show(sort: SortState, onSort = vi.fn()) {
  const router = createTestRouter([
    {
      path: '/',
      element: (
        <DataTable
          label="Pumps"
          columns={columns}
          rows={pumps}
          rowKey={(pump) => pump.id}
          rowTo={(pump) => `/pumps/${pump.id}`}
          sort={sort}
          onSort={onSort}
        />
      ),
    },
    { path: '/pumps/:id', element: <p>opened</p> },
  ]);
  render(<TestRouter router={router} />);
  return { router, onSort };
}

const byName: SortState = { field: 'Name', direction: 'Ascending' };

describe('a table', () => {
  it('explains the terms in its headers by pointer and keyboard, without changing their names', () => {
    const explained: Column<Pump>[] = [
      { id: 'name', header: 'Name', cell: (pump) => pump.name },
      { id: 'level', header: 'Level', term: 'level', sort: { field: 'Level' }, cell: (pump) => pump.level },
      { id: 'risk', header: 'Risk', term: 'risk', cell: () => '–' },
    ];
    const table = (
      <DataTable
        label="Pumps"
        columns={explained}
        rows={pumps}
        rowKey={(pump) => pump.id}
        sort={byName}
        onSort={vi.fn()}
      />
    );
    render(<TestRouter router={createTestRouter([{ path: '/', element: table }])} />);
    const risk = screen.getByRole('columnheader', { name: 'Risk' });
    expect(screen.getByRole('columnheader', { name: 'Level' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Level' }).title).toMatch(/^Level: how serious a problem is, /);
    const word = within(risk).getByText('Risk');
    expect(word.tabIndex).toBe(0);
    expect(word.title).toBe('Risk: probability multiplied by consequence, in money.');
  });

  it('shows the full text in a wrapping column', () => {
    const reason = 'The characteristic life of the asset is not known.';
    const long: Column<Pump>[] = [
      { id: 'name', header: 'Name', cell: (pump) => pump.name },
      { id: 'reason', header: 'Reason', wraps: true, cell: () => reason },
    ];
    const table = <DataTable label="Pumps" columns={long} rows={[pumps[0]!]} rowKey={(pump) => pump.id} />;
    render(<TestRouter router={createTestRouter([{ path: '/', element: table }])} />);
    expect(getComputedStyle(screen.getByRole('cell', { name: reason })).whiteSpace).toBe('normal');
    expect(getComputedStyle(screen.getByRole('cell', { name: 'Pump A' })).textOverflow).toBe('ellipsis');
  });

  it('exposes the sort order, and changes it by a click on the header', async () => {
    const { onSort } = show(byName);
    const header = screen.getByRole('columnheader', { name: 'Name' });
    expect(header.getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(within(header).getByRole('button'));
    await userEvent.click(screen.getByRole('button', { name: 'Level' }));
    expect(onSort.mock.calls).toEqual([
      [{ field: 'Name', direction: 'Descending' }],
      [{ field: 'Level', direction: 'Descending' }],
    ]);
  });

  it('sorts by keyboard', async () => {
    const { onSort } = show(byName);
    screen.getByRole('button', { name: 'Level' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(onSort).toHaveBeenCalledWith({ field: 'Level', direction: 'Descending' });
  });

  it('is one tab stop; arrow keys move and Enter opens', async () => {
    const { router } = show(byName);
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.tabIndex)).toEqual([0, -1, -1]);
    links[0]!.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Pump C');
    await userEvent.keyboard('{Home}');
    expect(document.activeElement?.textContent).toBe('Pump A');
    await userEvent.keyboard('{End}{ArrowUp}');
    expect(links.map((link) => link.tabIndex)).toEqual([-1, 0, -1]);
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/pumps/1');
  });

  it('opens a row by a click anywhere in it', async () => {
    const { router } = show(byName);
    await userEvent.click(screen.getByRole('cell', { name: '200' }));
    expect(router.state.location.pathname).toBe('/pumps/2');
  });

  it('opens a row by click and key, but not from its menu', async () => {
    const onOpen = vi.fn();
    const onDelete = vi.fn();
    const router = createTestRouter([
      {
        path: '*',
        element: (
          <DataTable
            label="Pumps"
            columns={columns}
            rows={pumps}
            rowKey={(pump) => pump.id}
            onOpen={(pump) => onOpen(pump.name)}
            actions={{
              label: (pump) => `Actions for ${pump.name}`,
              of: (pump) => [
                { label: 'View', to: `/pumps/${pump.id}` },
                { label: 'Delete', onChoose: () => onDelete(pump.name), disabled: pump.id === 0 },
              ],
            }}
          />
        ),
      },
    ]);
    render(<TestRouter router={router} />);
    await userEvent.click(screen.getByText('200'));
    screen.getByRole('button', { name: 'Pump A' }).focus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onOpen.mock.calls).toEqual([['Pump C'], ['Pump B']]);
    const menu = screen.getByRole('button', { name: 'Actions for Pump B' });
    menu.focus();
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
    expect(onDelete.mock.calls).toEqual([['Pump B']]);
    await vi.waitFor(() => expect(document.activeElement).toBe(menu));
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Pump A' }));
    expect(screen.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(screen.getByRole('menuitem', { name: 'View' }));
    expect(router.state.location.pathname).toBe('/pumps/0');
    expect(onOpen).toHaveBeenCalledTimes(2);
  });
});
