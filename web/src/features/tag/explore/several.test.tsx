import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, page, serve, show } from '../../../testing/show.tsx';
import { ExplorePage } from '../explore-page.tsx';

const start = Date.UTC(2024, 0, 1);
const hour = 3_600_000;
const iso = (time: number) => new Date(time).toISOString();
const tag = (id: number, name: string, unit: string) =>
  Response.json({
    id,
    name,
    caption: name,
    unit,
    type: 'data_point',
    version: 1,
    oldestTime: iso(start),
    latestTime: iso(start + 2 * hour),
    latestValue: 1,
  });
const points = (...values: number[]) =>
  Response.json({ points: { times: values.map((_, i) => start + i * hour), values } });

let answers: Answers;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  answers = {
    'GET /api/twins/5': () => Response.json({ id: 5, assetName: 'Pump' }),
    'GET /api/twins/5/protections': () =>
      page([
        {
          id: 1,
          name: 'Overheating',
          thresholds: [{ id: 10, name: 'High', alias: null, logic: '[Heat] > 100', level: 250 }],
          inputs: [{ alias: 'Heat', tagId: 7, tagName: 'TI-7', unit: 'Cel' }],
        },
      ]),
    'GET /api/twins/5/tag-aliases': () =>
      Response.json([{ id: 1, type: 'work', mappedTagId: 30, mappedTagName: 'WORK' }]),
    'GET /api/tags/work/spans': () =>
      Response.json([{ tagId: 30, spans: [{ start, end: start + hour, count: 3000 }] }]),
    'GET /api/tags/work/counts': () => Response.json([{ tagId: 30, count: 3000 }]),
    'GET /api/twins/5/excursions/spans': () => Response.json([]),
    'GET /api/twins/5/excursions/tallies': () =>
      Response.json([
        { protectionId: 1, thresholdId: 10, isKept: true, count: 3000, duration: 1, isOpen: false },
        { protectionId: 1, thresholdId: 11, isKept: false, count: 80, duration: 1, isOpen: false },
      ]),
    'GET /api/uom/units': () => Response.json([]),
    'GET /api/settings/user/units': () => Response.json({ units: {} }),
    'GET /api/tags/7': () => tag(7, 'TI-7', 'Cel'),
    'GET /api/tags/8': () => tag(8, 'HOURS-8', 'h'),
    'GET /api/tags/7/data-points': () => points(60, 61, 62),
    'GET /api/tags/8/data-points': () => points(90, 4, 6),
  };
  serve(answers);
});

const open = (search: string) =>
  show(<ExplorePage />, '/apps/twins/:twinId/tags/:tagId?/explore', `/apps/twins/5/tags/7/explore${search}`);
const cells = async () => {
  const table = await screen.findByRole('table', { name: /^Points of / });
  return within(table)
    .getAllByRole('row')
    .map((row) =>
      [...within(row).queryAllByRole('columnheader'), ...within(row).queryAllByRole('cell')].map(
        (cell) => cell.textContent,
      ),
    );
};

describe('several tags', () => {
  it('share a chart, with event lanes below', async () => {
    open('?with=8');
    expect(await screen.findByRole('application', { name: 'Chart of TI-7, HOURS-8' })).toBeDefined();
    expect(await screen.findByRole('img', { name: 'Work: WORK: 3,000 in this range' })).toBeDefined();
    expect(
      await screen.findByRole('img', { name: 'Overheating: 3,000 in this range, 80 times not kept' }),
    ).toBeDefined();
    const limits = await screen.findByRole('list', { name: 'Limits of TI-7' });
    expect(limits.textContent).toContain('High > 100 °C');
    expect(screen.queryByRole('button', { name: 'Remove TI-7' })).toBeNull();
    const lines = within(screen.getByRole('list', { name: 'Lines' })).getAllByRole('listitem');
    expect(lines.map((line) => line.querySelectorAll('[data-swatch]').length)).toEqual([1, 1]);
  });

  it('have one lane each on a shared time axis, with cursor and zoom, kept in the URL', async () => {
    const router = open('?with=8');
    const chart = () => screen.findByRole('application', { name: 'Chart of TI-7, HOURS-8' });
    const titles = () => [...document.querySelectorAll('[data-lane]')].map((title) => title.textContent);
    await chart();
    expect(titles()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Lanes' }));
    expect(router.state.location.search).toBe('?with=8&layout=lanes');
    expect(titles()).toEqual(['TI-7, °C', 'HOURS-8, h']);
    await screen.findByRole('img', { name: /^Overheating: / });

    await waitFor(async () => expect((await chart()).getAttribute('aria-busy')).toBe('false'));
    fireEvent.keyDown(await chart(), { key: '.' });
    const list = screen.getByRole('list', { name: 'Lines' });
    await waitFor(() => expect(list.textContent).toMatch(/61 °C.*4 h/));
    fireEvent.keyDown(await chart(), { key: '+' });
    await waitFor(() => expect(router.state.location.search).toMatch(/layout=lanes&from=/));

    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    expect(screen.queryByRole('group', { name: 'Layout' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Chart' }));
    await userEvent.click(screen.getByRole('button', { name: 'One chart' }));
    expect(router.state.location.search).not.toContain('layout');
  });

  it('can be hidden, shown as rises and removed, kept in the URL', async () => {
    const router = open('?with=8&view=table');
    await screen.findByRole('cell', { name: '90' });
    await waitFor(async () =>
      expect(await cells()).toEqual([
        ['Time', 'TI-7 (°C)', 'HOURS-8 (h)'],
        ['2024-01-01 12:00:00 AM', '60', '90'],
        ['2024-01-01 1:00:00 AM', '61', '4'],
        ['2024-01-01 2:00:00 AM', '62', '6'],
      ]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show meter increases of HOURS-8' }));
    await userEvent.click(screen.getByRole('button', { name: 'Hide TI-7' }));
    await waitFor(async () =>
      expect((await cells()).map((row) => row.slice(1))).toEqual([['HOURS-8 (h)'], ['0'], ['4'], ['6']]),
    );
    expect(router.state.location.search).toBe('?with=8&view=table&rise=8&hide=7');
    await userEvent.click(screen.getByRole('button', { name: 'Remove HOURS-8' }));
    expect(router.state.location.search).toBe('?view=table&hide=7');
  });
});

describe('a comparison', () => {
  const inRange = `from=${iso(start)}&to=${iso(start + 2 * hour)}`;

  beforeEach(() => {
    answers['GET /api/tags/7/data-points'] = ({ query }) =>
      Number(query.get('from')) > start - 2 * hour
        ? points(60, 61, 62)
        : Response.json({ points: { times: [start - 2 * hour, start - hour], values: [50, 51] } });
    answers['GET /api/tags/9'] = () => tag(9, 'TI-9', 'Cel');
    answers['GET /api/tags/9/data-points'] = () => points(70, 71, 72);
  });

  it('with the previous period has its own column of values and times', async () => {
    open(`?view=table&compare=period&${inRange}`);
    await screen.findByRole('cell', { name: '50' });
    expect(await cells()).toEqual([
      ['Time', 'Time compared', 'TI-7 (°C)', 'TI-7, previous period (°C)'],
      ['2024-01-01 12:00:00 AM', '2023-12-31 10:00:00 PM', '60', '50'],
      ['2024-01-01 1:00:00 AM', '2023-12-31 11:00:00 PM', '61', '51'],
    ]);
  });

  it('is drawn dashed in the same colour, and shows its real date', async () => {
    const router = open(`?${inRange}`);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Compare with' }), 'period');
    expect(new URLSearchParams(router.state.location.search).get('compare')).toBe('period');
    const chart = await screen.findByRole('application', { name: 'Chart of TI-7, TI-7, previous period' });
    const [own, before] = within(screen.getByRole('list', { name: 'Lines' })).getAllByRole('listitem');
    expect(before!.textContent).toContain('2023-12-31 10:00 PM – 2024-01-01 12:00 AM (2 h)');
    const styles = [own, before].map((row) => getComputedStyle(row!.querySelector('[data-swatch]')!));
    expect(styles.map(({ borderTopStyle }) => borderTopStyle)).toEqual(['solid', 'dashed']);
    expect(styles[1]!.borderTopColor).toBe(styles[0]!.borderTopColor);
    await waitFor(() => expect(chart.getAttribute('aria-busy')).toBe('false'));
    fireEvent.keyDown(chart, { key: '.' });
    await waitFor(() => expect(before!.textContent).toContain('2023-12-31 11:00:00 PM51 °C'));
    expect(own!.textContent).toContain('61 °C');
    await userEvent.click(within(own!).getByRole('button', { name: 'Hide TI-7' }));
    expect(before!.textContent).not.toContain('51');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Compare with' }), '');
    expect(router.state.location.search).not.toContain('compare');
  });

  it('with another asset uses a tag with the same caption', async () => {
    answers['POST /api/tags/search'] = ({ body }) =>
      (body as { text: string }).text === 'TI-7'
        ? page([
            { id: 7, name: 'TI-7', caption: '', unit: 'Cel' },
            { id: 9, name: 'TI-9', caption: '', unit: 'Cel', assetNames: 'Pump 2' },
          ])
        : page([]);
    const router = open(`?${inRange}`);
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Compare with' }), 'tag');
    await userEvent.click(screen.getByRole('combobox', { name: 'Tag of another asset' }));
    await screen.findByRole('option', { name: /^TI-9/ });
    expect(screen.queryByRole('option', { name: /^TI-7/ })).toBeNull();
    await userEvent.click(screen.getByRole('option', { name: /^TI-9/ }));
    expect(new URLSearchParams(router.state.location.search).get('compare')).toBe('9');
    expect(await screen.findByRole('application', { name: 'Chart of TI-7, TI-9' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    await screen.findByRole('cell', { name: '70' });
    expect((await cells())[1]).toEqual(['2024-01-01 12:00:00 AM', '60', '70']);
  });
});

describe('a tag of work', () => {
  it('shows its work', async () => {
    serve({
      ...answers,
      'GET /api/tags/30': () =>
        Response.json({ id: 30, name: 'WORK', caption: '', type: 'work', latestTime: null }),
      'POST /api/tags/30/work/filters': () =>
        page([
          {
            id: 1,
            name: 'Seal replaced',
            number: null,
            kind: 'corrective',
            planned: null,
            start: iso(start),
            completed: iso(start + hour),
            duration: null,
            cost: 800,
          },
        ]),
    });
    show(<ExplorePage />, '/apps/twins/:twinId/tags/:tagId?/explore', '/apps/twins/5/tags/30/explore');
    expect(await screen.findByRole('table', { name: 'Work of WORK' })).toBeDefined();
    expect(screen.getByRole('cell', { name: 'Seal replaced' })).toBeDefined();
    expect(screen.queryByText('No points yet.')).toBeNull();
  });
});
