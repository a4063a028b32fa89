import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type QueryDisplay, queryViews } from '@twinward/contracts/questions/query-definition';
import { describe, expect, it, vi } from 'vitest';
import { drawnMarks } from '../../testing/drawn.ts';
import { createColumn, createDisplay, twinResult } from '../../testing/queries.ts';
import { show } from '../../testing/show.tsx';
import { clickedItem, fillTemplate } from '../../ui/page/cards/link-template.ts';
import type { ResultMark } from './result-mark.ts';
import { ResultView } from './result-view.tsx';

function view(part: Partial<QueryDisplay>, result = twinResult()) {
  const onMark = vi.fn<(mark: ResultMark) => void>();
  show(<ResultView title="Alarms" result={result} display={createDisplay(part)} onMark={onMark} />, '/', '/');
  return onMark;
}

/** The data of the first mark of the drawn chart. */
async function firstMark(): Promise<{ type: string; data: unknown }> {
  await waitFor(() => expect(Array.isArray(drawnMarks.option.series)).toBe(true));
  const [series] = drawnMarks.option.series as { type: string; data: unknown[] }[];
  return { type: series!.type, data: series!.data[0] };
}

const charts = queryViews.filter((one) => !['table', 'pivot', 'number', 'scatter'].includes(one));

describe.each(charts)('%s', (name) => {
  it('has a description, a table of its values, and marks that report the clicked row', async () => {
    drawnMarks.option = {};
    const onMark = view({ view: name, category: 'twin', values: ['count'] });
    expect(screen.getByRole('img', { name: /^Alarms\. .+ of Count by Twin: 4 values\./ })).toBeTruthy();
    const { type, data } = await firstMark();
    drawnMarks.click(type, data);
    const mark = onMark.mock.calls[0]![0];
    expect(mark.row).toMatchObject({ twin: 'Pump', 'twin.id': 7, count: 12 });
    expect(fillTemplate('/apps/twins/{twin.id}', clickedItem(mark.seriesType, mark.data))).toBe(
      '/apps/twins/7',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    const table = screen.getByRole('table', { name: 'Alarms' });
    await userEvent.click(within(table).getByRole('button', { name: '3' }));
    const second = onMark.mock.calls[1]![0];
    expect(fillTemplate('/apps/twins/{twin.id}', clickedItem(second.seriesType, second.data))).toBe(
      '/apps/twins/8',
    );
  });
});

it('shows names as text in tooltips, never as markup', async () => {
  drawnMarks.option = {};
  view({ view: 'bar' }, twinResult({ rows: [['<img src=x onerror=alert(1)>', 7, 'Pumps', 1]] }));
  await firstMark();
  const tooltip = drawnMarks.option.tooltip as { renderMode: string; formatter: (shown: unknown) => string };
  expect(tooltip.renderMode).toBe('richText');
  expect(tooltip.formatter([{ dataIndex: 0 }])).toBe('<img src=x onerror=alert(1)>\nCount: 1');
});

it('does not set the cursor of a tree map, which fails in ECharts for fields that are not drawn', async () => {
  for (const [name, cursor] of [
    ['tree-map', undefined],
    ['bar', 'pointer'],
  ] as const) {
    drawnMarks.option = {};
    view({ view: name });
    await firstMark();
    expect((drawnMarks.option.series as { cursor?: string }[])[0]!.cursor).toBe(cursor);
  }
});

it('shows all digits of stored numbers, and six of calculated ones', () => {
  const columns = [
    createColumn({ key: 'depth', kind: 'number', stored: true }),
    createColumn({ key: 'mean', kind: 'number' }),
  ];
  view(
    { view: 'table' },
    twinResult({
      columns,
      rows: [
        [12_345_733.125, 12_345_733.125],
        [0.123456789, 0.123456789],
      ],
    }),
  );
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells).toEqual(['12,345,733.125', '12,345,733', '0.123456789', '0.123457']);
});

it('shows rows in a sortable table, with links to records', async () => {
  view({ view: 'table' });
  const table = screen.getByRole('table', { name: 'Alarms' });
  const names = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual([...['Twin', 'Class', 'Count']]);
  expect(within(table).getAllByRole('link', { name: 'Pump' })[1]!.getAttribute('href')).toBe('/apps/twins/9');
  await userEvent.click(within(table).getByRole('button', { name: 'Count' }));
  expect(names()).toEqual(['PumpPumps1', 'FanFans3', 'PumpPumps12', 'IdleFans–']);
  await userEvent.click(within(table).getByRole('button', { name: 'Count' }));
  expect(names()).toEqual(['PumpPumps12', 'FanFans3', 'PumpPumps1', 'IdleFans–']);
});

it('uses a link template in a table', () => {
  view({ view: 'table', linkTemplate: '/apps/twins/{twin.id}/risk' });
  expect(screen.getByRole('link', { name: '12' }).getAttribute('href')).toBe('/apps/twins/7/risk');
});

it('links the name of a plain record, but not its numbers', () => {
  view(
    { view: 'table', linkTemplate: '/apps/twins/{id}' },
    twinResult({
      columns: [
        createColumn({ key: 'id', caption: 'Id', kind: 'integer' }),
        createColumn({ key: 'name', caption: 'Name' }),
        createColumn({ key: 'cost', caption: 'Cost', kind: 'money' }),
      ],
      rows: [[7, 'Pump', null]],
    }),
  );
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Pump']);
  expect(links[0]!.getAttribute('href')).toBe('/apps/twins/7');
});

it('shows a message without results', () => {
  view({ view: 'table' }, twinResult({ rows: [], total: 0 }));
  expect(screen.getByText('No results found.')).toBeTruthy();
});

it('shows a pivot table with sums, and reports the mark of a clicked cell', async () => {
  const onMark = view({ view: 'pivot', category: 'class', series: 'twin', values: ['count'] });
  const rows = within(screen.getByRole('table', { name: 'Alarms' }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Class', 'Pump', 'Fan', 'Pump', 'Idle', 'Total'],
    ['Pumps', '12', '–', '1', '–', '13'],
    ['Fans', '–', '3', '–', '–', '3'],
    ['Total', '12', '3', '1', '–', '16'],
  ]);
  await userEvent.click(screen.getByRole('button', { name: '12' }));
  expect(onMark.mock.calls[0]![0].row).toMatchObject({ 'twin.id': 7 });
});

it('shows the latest number, its change and a sparkline', () => {
  view(
    { view: 'number' },
    twinResult({
      columns: [
        createColumn({ key: 'month', caption: 'Month', kind: 'date', by: 'month', role: 'group' }),
        createColumn({ key: 'cost', caption: 'Cost', kind: 'money', role: 'value', aggregate: 'sum' }),
      ],
      rows: [
        ['2026-03-01', 150],
        ['2026-02-01', 120],
      ],
    }),
  );
  expect(screen.getByRole('group', { name: 'Cost' }).textContent).toBe(
    'Cost$1502026-03 · +$30 (+25 %) from the previous value',
  );
  expect(screen.getByRole('img', { name: 'Cost: 2 values' })).toBeTruthy();
});

it('shows the empty set if the value is not a number', () => {
  view({ view: 'number', values: ['count'] }, twinResult({ rows: [['Idle', 10, 'Fans', null]] }));
  expect(screen.getByTitle('No value')).toBeTruthy();
});

it('shows a note about omitted values', () => {
  view({ view: 'table' }, twinResult({ truncated: true, notes: ['You may not read work.'] }));
  expect(screen.getByText('You may not read work.')).toBeTruthy();
  expect(screen.getByText('The first 4 rows are shown.')).toBeTruthy();
});
