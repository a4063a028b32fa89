import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { QueryChange } from '@twinward/contracts/questions/query';
import type { QueryDefinition } from '@twinward/contracts/questions/query-definition';
import { expect, it } from 'vitest';
import { drawnMarks } from '../../testing/drawn.ts';
import { createColumn, twinResult } from '../../testing/queries.ts';
import { queryTypes, savedQuery } from '../../testing/query-types.ts';
import { type Answers, page, serve, show, viewer } from '../../testing/show.tsx';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { EditQueryPage } from './edit/edit-query-page.tsx';
import { QueryListPage } from './query-list-page.tsx';
import { QueryPage } from './query-page.tsx';

const manager = { ...viewer, assignedGroups: ['VIEWERS', 'DASHBOARD_MANAGERS'] };

function open(path: string, address: string, answers: Answers = {}) {
  const asked = serve({
    'GET /api/queries/types': () => Response.json(queryTypes),
    'GET /api/queries/folders': () => Response.json([{ folder: 'Risk', queries: 2 }]),
    'POST /api/queries/filters': () =>
      page([savedQuery(), savedQuery({ id: 6, name: 'Other', mayEdit: false })]),
    'GET /api/queries/5': () => Response.json(savedQuery()),
    'POST /api/queries/5/run': () => Response.json(twinResult()),
    'POST /api/queries/run': () => Response.json(twinResult()),
    ...answers,
  });
  const screens = {
    '/tools/querylist': <QueryListPage />,
    '/tools/query/:id': <QueryPage />,
    '/tools/query/:id/edit': <EditQueryPage />,
  };
  const router = show(screens[path as keyof typeof screens], path, address, manager);
  return { asked, router };
}
const bodies = (asked: ReturnType<typeof open>['asked'], call: string) =>
  asked.filter((one) => one.call === call).map(({ body }) => body);

it('lists queries by folder and favorite, and marks favorites', async () => {
  const { asked, router } = open('/tools/querylist', '/tools/querylist?folder=Risk&show=favorites', {
    'PUT /api/queries/5/favorite': () => new Response(null, { status: 204 }),
  });
  const table = await screen.findByRole('table', { name: 'Queries' });
  expect(within(table).getByRole('link', { name: 'Twins by class' }).getAttribute('href')).toBe(
    '/tools/query/5',
  );
  await waitFor(() => expect(within(table).getAllByText('Twins').length).toBe(2));
  expect(bodies(asked, 'POST /api/queries/filters')[0]).toMatchObject({
    filters: [
      { field: 'Folder', value: 'Risk' },
      { field: 'IsFavorite', value: true },
    ],
  });
  await userEvent.click(within(table).getByRole('button', { name: 'Favorite Twins by class' }));
  await waitFor(() => expect(bodies(asked, 'PUT /api/queries/5/favorite')).toHaveLength(1));
  await userEvent.click(within(table).getByRole('button', { name: 'Actions for Other' }));
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Copy']);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('link', { name: 'New query' }).getAttribute('href')).toBe('/tools/query/new/edit');
  expect(router.state.location.pathname).toBe('/tools/querylist');
});

it('runs a query with the parameters in the URL, and shows the rows of a clicked mark', async () => {
  drawnMarks.option = {};
  const { asked, router } = open('/tools/query/:id', '/tools/query/5?p.since=now-7d', {
    'POST /api/queries/5/rows': () =>
      Response.json(
        twinResult({
          columns: [createColumn({ key: 'name', caption: 'Name' })],
          rows: [['Inner pump']],
          total: 1,
        }),
      ),
  });
  await screen.findByRole('img', { name: /^Twins by class\. Bar chart/ });
  expect(bodies(asked, 'POST /api/queries/5/run')).toEqual([{ parameters: { since: 'now-7d' } }]);
  await waitFor(() => expect(drawnMarks.option.series).toBeDefined());
  const [series] = drawnMarks.option.series as { data: unknown[] }[];
  drawnMarks.click('bar', series!.data[0]);
  const dialog = await screen.findByRole('dialog', { name: 'Records: Pump, Pumps' });
  await within(dialog).findByText('Inner pump');
  expect(bodies(asked, 'POST /api/queries/5/rows')).toEqual([
    { parameters: { since: 'now-7d' }, mark: { 'twin.id': 7, class: 'Pumps' } },
  ]);
  expect(within(dialog).getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe('/apps/twins/7');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  const since = screen.getByRole('combobox', { name: 'Since' });
  await userEvent.clear(since);
  await userEvent.type(since, 'now-90d');
  await waitFor(() => expect(router.state.location.search).toBe('?p.since=now-90d'));
});

it('runs a query again on request', async () => {
  const { asked } = open('/tools/query/:id', '/tools/query/5');
  await screen.findByRole('img', { name: /^Twins by class\. Bar chart/ });
  await userEvent.click(screen.getByRole('button', { name: 'Run again' }));
  await waitFor(() =>
    expect(bodies(asked, 'POST /api/queries/5/run').at(-1)).toEqual({ parameters: {}, fresh: true }),
  );
});

it('shows why a query failed', async () => {
  open('/tools/query/:id', '/tools/query/5', {
    'POST /api/queries/5/run': () => Response.json({}, { status: 400 }),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('400');
});

it('restores an earlier version with the version that was read', async () => {
  const { asked } = open('/tools/query/:id', '/tools/query/5', {
    'GET /api/queries/5/versions': () =>
      Response.json(
        [3, 2].map((version) => ({
          version,
          name: 'Twins',
          savedAt: '2026-03-01T08:00:00.000Z',
          savedBy: 'ada',
          definition: savedQuery().definition,
        })),
      ),
    'POST /api/queries/5/versions/2/restore': () => Response.json(savedQuery({ version: 4 })),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Twins by class' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Restore version 2' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  await waitFor(() =>
    expect(bodies(asked, 'POST /api/queries/5/versions/2/restore')).toEqual([{ version: 3 }]),
  );
});

it('builds a query with a relationship, a group, a condition and a parameter', async () => {
  const { asked, router } = open('/tools/query/:id/edit', '/tools/query/new/edit', {
    'POST /api/queries': () => Response.json(savedQuery(), { status: 201 }),
  });
  await userEvent.selectOptions(await screen.findByLabelText('Data source'), 'Twins');
  expect(
    within(screen.getByRole('list', { name: 'Columns' }))
      .getAllByRole('listitem')
      .map((item) => item.querySelector('button.MuiLink-root')?.textContent),
  ).toEqual(['Name', 'Level', 'Start', 'Cost']);
  for (const name of ['Name', 'Level', 'Start', 'Cost']) {
    await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  }

  await userEvent.click(screen.getByRole('button', { name: 'Add column' }));
  let dialog = await screen.findByRole('dialog', { name: 'Add column' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Column type'), 'Group by a field');
  await userEvent.selectOptions(within(dialog).getByLabelText('Field'), 'Asset ›');
  await userEvent.selectOptions(within(dialog).getByLabelText('Field of Asset'), 'Criticality');
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add column' }));
  dialog = await screen.findByRole('dialog', { name: 'Add column' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Column type'), 'Add up or count');
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));

  await userEvent.click(await screen.findByRole('button', { name: 'Add parameter' }));
  dialog = await screen.findByRole('dialog', { name: 'Add parameter' });
  await userEvent.type(within(dialog).getByLabelText('Caption'), 'Since when');
  await userEvent.selectOptions(within(dialog).getByLabelText('Kind'), 'Date');
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));

  const records = screen.getByRole('group', { name: 'Records that match all conditions' });
  await userEvent.click(within(records).getByRole('button', { name: 'Add condition' }));
  dialog = await screen.findByRole('dialog', { name: 'Add condition' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Field'), 'Start');
  await userEvent.selectOptions(within(dialog).getByLabelText('Compared with'), 'A parameter');
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  expect(await screen.findByRole('button', { name: 'Start is at or after Since when' })).toBeTruthy();

  await userEvent.selectOptions(screen.getByLabelText('Show as'), 'Bar chart');
  const colors = screen.getByLabelText('Colors').closest('section')!;
  expect(colors.querySelectorAll('[data-swatch]').length).toBeGreaterThan(2);
  // The preview is debounced. A change of the display does not run it again.
  const filters = [
    { field: 'startDate', operator: 'GreaterThanEqualTo', value: { parameter: 'since_when' } },
  ];
  await waitFor(() =>
    expect(bodies(asked, 'POST /api/queries/run').at(-1)).toMatchObject({
      definition: { filters, display: { view: 'table' } },
    }),
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Twins');
  await userEvent.click(screen.getByRole('button', { name: 'Save query' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/tools/query/5'));
  const [saved] = bodies(asked, 'POST /api/queries') as { name: string; definition: QueryDefinition }[];
  expect(saved).toMatchObject({
    name: 'Twins',
    sharing: 'private',
    definition: {
      source: { kind: 'records', type: 'twin' },
      columns: [
        { kind: 'group', key: 'asset_criticality', path: 'asset.criticality' },
        { kind: 'aggregate', key: 'count', aggregate: 'count' },
      ],
      filters,
      parameters: [{ name: 'since_when', caption: 'Since when', kind: 'date' }],
      display: { view: 'bar' },
    },
  });
});

it('restores the previous version by Undo', async () => {
  const changes: QueryChange[] = [];
  const before = savedQuery({ folder: 'Risk' });
  let saved = before;
  serve({
    'GET /api/queries/types': () => Response.json(queryTypes),
    'GET /api/queries/folders': () => Response.json([]),
    'GET /api/queries/5': () => Response.json(saved),
    'POST /api/queries/run': () => Response.json(twinResult()),
    'PUT /api/queries/5': ({ body }) => {
      changes.push(body as QueryChange);
      saved = { ...before, ...(body as QueryChange), version: 3 + changes.length };
      return Response.json(saved);
    },
  });
  const shown = (
    <>
      <EditQueryPage />
      <Announcer />
    </>
  );
  show(shown, '/tools/query/:id/:edit?', '/tools/query/5/edit', manager);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Renamed');
  await userEvent.click(screen.getByRole('button', { name: 'Save query' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone.');
  const { description, folder, sharing, definition } = before;
  expect(changes).toEqual([
    expect.objectContaining({ name: 'Renamed', version: 3 }),
    { name: 'Twins by class', description, folder, sharing, definition, version: 4 },
  ]);
});

it('shows a query read-only to users who may not change it', async () => {
  open('/tools/query/:id/edit', '/tools/query/5/edit', {
    'GET /api/queries/5': () => Response.json(savedQuery({ mayEdit: false })),
  });
  expect(await screen.findByText('You cannot change this query.')).toBeTruthy();
});
