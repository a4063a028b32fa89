import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ConnectionSource } from '@twinward/contracts/connections/intake';
import { expect, it } from 'vitest';
import { createConnection, http } from '../../testing/connections.ts';
import { type Answers, page, serve, show } from '../../testing/show.tsx';
import { SourcesPage } from './sources-page.tsx';
import { ConnectionTagsPage } from './tags-page.tsx';

const source = (change: Partial<ConnectionSource>): ConnectionSource => ({
  source: 'pump.pressure',
  tagId: null,
  tagName: null,
  firstSeen: '2026-01-01T00:00:00.000Z',
  lastSeen: '2026-01-01T00:00:00.000Z',
  lastTime: '2026-01-01T00:00:00.000Z',
  lastValue: 4.2,
  isIgnored: false,
  ...change,
});
const serveWith = (more: Answers) =>
  serve({
    'GET /api/connections/types': () => Response.json([http]),
    'GET /api/connections/4': () => Response.json(createConnection({ type: 'http' })),
    'GET /api/uom/units': () => Response.json([{ code: 'bar', name: 'bar', abbreviation: 'bar' }]),
    'POST /api/assets/filters': () => page([]),
    ...more,
  });
const sources = () =>
  show(<SourcesPage />, '/settings/connections/:id/sources', '/settings/connections/4/sources');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('lists new sources, and ignores selected ones', async () => {
  let rows = [source({}), source({ source: 'pump.flow' })];
  const asked = serveWith({
    'POST /api/connections/4/sources/filters': () => page(rows),
    'POST /api/connections/4/sources/ignore': () => {
      rows = rows.slice(0, 1);
      return new Response(null, { status: 204 });
    },
  });
  sources();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select pump.flow' }));
  await press('Ignore');
  await waitFor(() => expect(screen.queryByText('pump.flow')).toBeNull());
  const findBody = (call: string) => asked.find((each) => each.call === call)?.body;
  expect(findBody('POST /api/connections/4/sources/filters')).toMatchObject({
    filters: [
      { field: 'TagId', operator: 'IsNull' },
      { field: 'IsIgnored', operator: 'EqualTo', value: false },
    ],
  });
  expect(findBody('POST /api/connections/4/sources/ignore')).toEqual({
    sources: ['pump.flow'],
    isIgnored: true,
  });
});

it('creates tags from sources, and shows a message', async () => {
  const asked = serveWith({
    'POST /api/connections/4/sources/filters': () => page([source({})]),
    'POST /api/connections/4/sources': () => Response.json([{ source: 'pump.pressure', tagId: 9 }]),
  });
  sources();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select pump.pressure' }));
  await press('Create tags');
  const dialog = await screen.findByRole('dialog', { name: 'Create a tag' });
  const unit = within(dialog).getByLabelText('Unit');
  await userEvent.type(unit, 'furlong');
  expect(within(dialog).getByText('Unknown unit.')).toBeTruthy();
  await userEvent.clear(unit);
  await userEvent.type(unit, 'bar');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create tag' }));
  expect(await screen.findByText('1 tag created.')).toBeTruthy();
  expect(asked.find(({ call }) => call === 'POST /api/connections/4/sources')?.body).toMatchObject([
    { source: 'pump.pressure', name: 'pump.pressure', unit: 'bar' },
  ]);
});

it('preserves the selection if the tags could not be created', async () => {
  serveWith({
    'POST /api/connections/4/sources/filters': () => page([source({})]),
    'POST /api/connections/4/sources': () =>
      Response.json({ message: 'A tag named pump.pressure exists.' }, { status: 409 }),
  });
  sources();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for pump.pressure' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Create a tag' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Create tag' }));
  expect(await screen.findByText('A tag named pump.pressure exists.')).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Create a tag' })).toBeTruthy();
});

const tags = () =>
  show(<ConnectionTagsPage />, '/settings/connections/:id/tags', '/settings/connections/4/tags');
const fed = (tagId: number) =>
  source({ source: `s/${tagId}`, tagId, tagName: `P-${tagId}`, firstSeen: null, lastSeen: null });

it('scales and releases many tags at once', async () => {
  const asked = serveWith({
    'POST /api/connections/4/sources/filters': () => page([fed(7), fed(8), fed(9)]),
    'POST /api/connections/4/sources': () => Response.json([]),
    'POST /api/connections/4/sources/release': () => new Response(null, { status: 204 }),
  });
  const findBody = (call: string) => asked.find((each) => each.call === call)?.body;
  const selectTwo = async () => {
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select P-7' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select P-9' }));
  };
  tags();
  await selectTwo();
  await press('Scale values');
  const dialog = await screen.findByRole('dialog', { name: 'Scale values' });
  const factor = within(dialog).getByLabelText('Factor');
  await userEvent.clear(factor);
  await userEvent.type(factor, '0.5');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Scale' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(findBody('POST /api/connections/4/sources')).toEqual([
    { source: 's/7', tagId: 7, factor: 0.5, offset: 0 },
    { source: 's/9', tagId: 9, factor: 0.5, offset: 0 },
  ]);
  await selectTwo();
  await press('Release');
  const question = await screen.findByRole('alertdialog', { name: 'Release 2 tags?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(findBody('POST /api/connections/4/sources/release')).toEqual({ tagIds: [7, 9] });
});

it('shows why the export of tags failed, and opens the import', async () => {
  serveWith({
    'POST /api/connections/4/sources/filters': () => page([fed(7)]),
    'GET /api/connections/4/tags/export': () =>
      Response.json({ message: 'One workbook takes 100,000 tags.' }, { status: 413 }),
    'POST /api/commands/filters': () => page([]),
  });
  tags();
  await userEvent.click(await screen.findByRole('button', { name: 'Export to Excel' }));
  expect(await screen.findByText('One workbook takes 100,000 tags.')).toBeTruthy();
  await press('Import sheet');
  expect(await screen.findByRole('dialog', { name: 'Import tags of a connection' })).toBeTruthy();
});

it('explains the empty list', async () => {
  serveWith({ 'POST /api/connections/4/sources/filters': () => page([]) });
  sources();
  expect(await screen.findByText('No new sources.')).toBeTruthy();
});

it('shows the tags of the connection and their gaps, and releases one', async () => {
  const asked = serveWith({
    'POST /api/connections/4/sources/filters': () =>
      page([source({ tagId: 9, tagName: 'P-1', firstSeen: null, lastSeen: null })]),
    'GET /api/tags/9': () => Response.json({ id: 9, name: 'P-1', assetIds: [3] }),
    'GET /api/tags/9/feed': () =>
      Response.json({
        connectionId: 4,
        connectionName: 'Boiler house',
        source: 'pump.pressure',
        factor: 10,
        offset: 0,
        lastTime: '2026-01-01T00:00:00.000Z',
        gaps: [{ from: '2025-12-01T00:00:00.000Z', to: '2025-12-02T00:00:00.000Z' }],
      }),
    'POST /api/connections/4/sources/release': () => new Response(null, { status: 204 }),
  });
  show(<ConnectionTagsPage />, '/settings/connections/:id/tags', '/settings/connections/4/tags');
  await userEvent.click(await screen.findByRole('button', { name: 'P-1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Feed of a tag' });
  expect((await within(dialog).findByRole('link', { name: 'P-1' })).getAttribute('href')).toBe(
    '/apps/assets/3/tags/9',
  );
  expect(await within(dialog).findByText('10 × delivered + 0')).toBeTruthy();
  expect(within(dialog).getByRole('listitem').textContent).toBe('2025-12-01 12:00 AM to 2025-12-02 12:00 AM');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for P-1' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Release' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Release' }));
  await waitFor(() =>
    expect(asked.find(({ call }) => call.endsWith('/release'))?.body).toEqual({ tagIds: [9] }),
  );
});
