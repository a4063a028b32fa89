import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListBody } from '@twinward/contracts/core/list';
import { fieldDefinition } from '@twinward/contracts/records/field';
import { describe, expect, it } from 'vitest';
import { createInspection, inspectionType } from '../../testing/records.ts';
import { type Answers, type Asked, page, serve, show } from '../../testing/show.tsx';
import { RecordsPage } from './records-page.tsx';

function open(address: string, type = inspectionType, more: Answers = {}) {
  const asked = serve({
    'POST /api/recordtypes/filters': () =>
      page([type, { ...type, name: 'asset', caption: 'Asset', isSystem: true }]),
    'GET /api/recordtypes/inspection': () => Response.json(type),
    'POST /api/records/inspection/filters': () =>
      page([
        createInspection(),
        createInspection({ id: 8, title: 'INS-0002 Cellar', incomplete: ['place'] }),
      ]),
    'POST /api/commands/filters': () => page([]),
    ...more,
  });
  const router = show(<RecordsPage />, '/tools/records', address);
  return { asked, router };
}

const listed = (asked: ReturnType<typeof open>['asked']): ListBody =>
  asked.findLast((one) => one.call === 'POST /api/records/inspection/filters')!.body as ListBody;

it('offers the custom types that the user may read', async () => {
  const { router } = open('/tools/records');
  const table = await screen.findByRole('table', { name: 'Record types' });
  expect(
    within(table)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Inspections']);
  await userEvent.click(within(table).getByRole('link', { name: 'Inspections' }));
  expect(router.state.location.search).toBe('?type=inspection');
  expect(await screen.findByRole('heading', { level: 1, name: 'Inspections' })).toBeTruthy();
});

it('offers roll-ups as filters by the kind of their values', async () => {
  const rollUp = fieldDefinition.parse({
    ...{ kind: 'roll-up', name: 'last', caption: 'Last visit', function: 'latest' },
    ...{ recordType: 'visit', reference: 'of', field: 'day' },
  });
  const last = fieldDefinition.parse({ kind: 'date', name: 'last', caption: 'Last visit' });
  const type = { ...inspectionType, fields: [...inspectionType.fields, rollUp], rollUps: { last } };
  const { asked } = open('/tools/records?type=inspection&f.last=~2026-01-01..', type);
  const filter = { field: 'fields.last', operator: 'GreaterThanEqualTo', value: '2026-01-01' };
  await waitFor(() => expect(listed(asked).filters).toEqual([filter]));
  await userEvent.click(await screen.findByRole('button', { name: 'Last visit' }));
  await waitFor(() =>
    expect(listed(asked).sorts).toEqual([{ field: 'fields.last', direction: 'Ascending' }]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add filter' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Field'), 'Last visit');
  expect(await within(dialog).findByLabelText('Last visit from')).toBeTruthy();
});

it('lists records in the columns of the type, with formatted values', async () => {
  const { asked } = open('/tools/records?type=inspection');
  const table = await screen.findByRole('table', { name: 'Inspections' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual([
    'Select',
    ...['Inspection', 'State', 'Number', 'Place', 'Thickness (mm)', 'Passed', 'Reason', 'Asset', 'Changed'],
  ]);
  const [, first] = within(table).getAllByRole('row');
  expect(within(first!).getByText('3.5')).toBeTruthy();
  expect(within(first!).getByRole('link', { name: 'Feed pump (P-101)' }).getAttribute('href')).toBe(
    '/apps/assets/12',
  );
  expect(within(table).getByText('Incomplete')).toBeTruthy();
  expect(listed(asked)).toEqual({
    filters: [],
    sorts: [{ field: 'UpdatedAt', direction: 'Descending' }],
  });
});

it('filters on any field, and keeps the filters in the URL', async () => {
  const { asked, router } = open('/tools/records?type=inspection&state=open');
  await userEvent.click(await screen.findByRole('button', { name: 'Add filter' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add filter' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Field'), 'thickness');
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Filter' }).disabled).toBe(true);
  await userEvent.type(within(dialog).getByLabelText('Thickness from'), '2');
  await userEvent.type(within(dialog).getByLabelText('Thickness to'), '4');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Filter' }));
  await waitFor(() =>
    expect(listed(asked).filters).toEqual([
      { field: 'State', operator: 'EqualTo', value: 'open' },
      { field: 'fields.thickness', operator: 'GreaterThanEqualTo', value: 2 },
      { field: 'fields.thickness', operator: 'LessThanEqualTo', value: 4 },
    ]),
  );
  expect(new URLSearchParams(router.state.location.search).get('f.thickness')).toBe('~2..4');
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Thickness from 2 to 4 mm' }));
  expect(router.state.location.search).toBe('?type=inspection&state=open');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(listed(asked).filters).toEqual([]));
  expect(router.state.location.search).toBe('?type=inspection');
});

it('shows the chosen columns, and sorts by a field', async () => {
  const { asked } = open('/tools/records?type=inspection&columns=fields.place,State,fields.nonsense');
  const table = await screen.findByRole('table', { name: 'Inspections' });
  const headers = () =>
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent);
  expect(headers()).toEqual(['Select', 'Inspection', 'Place', 'State']);
  await userEvent.click(within(table).getByRole('button', { name: 'Place' }));
  await waitFor(() =>
    expect(listed(asked).sorts).toEqual([{ field: 'fields.place', direction: 'Ascending' }]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Inspections' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Choose columns' }));
  const dialog = await screen.findByRole('dialog', { name: 'Columns' });
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'State (2)' }));
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Thickness' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(headers()).toEqual(['Select', 'Inspection', 'Place', 'Thickness (mm)']));
});

it('offers no create, import or selection to users who may not write', async () => {
  open('/tools/records?type=inspection', { ...inspectionType, mayWrite: false });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Inspections' }));
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Choose columns',
    'Download as xlsx',
    'Download as csv',
  ]);
  expect(screen.queryByRole('link', { name: 'Add Inspection' })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Select' })).toBeNull();
});

it('imports a file of the type', async () => {
  const { asked } = open('/tools/records?type=inspection');
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Inspections' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import Inspections' });
  await userEvent.upload(
    within(dialog).getByLabelText('File of Inspections'),
    new File(['Place\nRoof\n'], 'a.csv', { type: 'text/csv' }),
  );
  await waitFor(() =>
    expect(asked.map(({ call }) => call)).toContain('POST /api/records/inspection/imports'),
  );
});

describe('the bar of selected records', () => {
  const command = {
    commandId: 'c1',
    type: 'change-records',
    status: 'done',
    percent: 100,
    error: null,
    targetType: 'record-type',
    targetId: 'inspection',
    targetName: 'Change 2 records of Inspection',
    result: { changed: 1, refused: 1, reasons: [{ id: 8, title: 'Hall', message: 'Place: Required.' }] },
  };
  async function select(more: Answers = {}) {
    const opened = open('/tools/records?type=inspection', inspectionType, {
      'POST /api/records/inspection/changes': () => Response.json({ commandId: 'c1' }, { status: 202 }),
      'GET /api/commands/c1': () => Response.json(command),
      ...more,
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select INS-0001 Roof' }));
    return opened;
  }
  const changed = (asked: Asked[]) =>
    asked.find(({ call }) => call === 'POST /api/records/inspection/changes')?.body;

  it('sets the chosen fields, and reports the number of changed records', async () => {
    const { asked } = await select();
    await userEvent.click(screen.getByRole('button', { name: 'Select all on this page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change 2 records' });
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Place' }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Passed' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change' }));
    expect(within(dialog).getByText('Required.')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Place', { selector: 'input[type=text]' }), 'Yard');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Change' }));
    await waitFor(() =>
      expect(changed(asked)).toEqual({ ids: [7, 8], fields: { place: 'Yard', passed: null } }),
    );
    expect(await screen.findByText('Change 2 records of Inspection: 1 done, 1 refused.')).toBeTruthy();
    expect(screen.getByText('Hall: Place: Required.')).toBeTruthy();
    expect(screen.queryByText('2 selected')).toBeNull();
  });

  it('deletes them after confirmation', async () => {
    const { asked } = await select();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 1 record?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(changed(asked)).toEqual({ ids: [7], delete: true }));
  });

  it('selects all that match the filters', async () => {
    const { asked } = await select({
      'POST /api/records/inspection/filters': ({ query }) =>
        query.get('page-size') === '1000'
          ? page([7, 8, 9].map((id) => createInspection({ id })))
          : page([createInspection()], 3),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Select all 3' }));
    expect(await screen.findByText('3 selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 3 records?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(changed(asked)).toEqual({ ids: [7, 8, 9], delete: true }));
  });
});

it('maps the columns of a rejected file, and checks it again', async () => {
  const failed = {
    commandId: 'c1',
    type: 'import-records',
    targetType: 'file',
    targetName: 'a.csv',
    percent: 0,
    status: 'error',
    error: 'The column ‘Spot’ is not known.',
    finishedAt: '2026-03-01T08:00:00.000Z',
    result: {
      columns: [
        { heading: 'Spot', column: null, sample: 'Roof' },
        { heading: 'Thickness', column: 'thickness', sample: '3.5' },
      ],
    },
  };
  const result = { dryRun: true, rows: 1, create: 1, update: 0, unchanged: 0, error: 0 };
  const { asked } = open('/tools/records?type=inspection', inspectionType, {
    'POST /api/records/inspection/imports': () => Response.json({ commandId: 'c1' }, { status: 202 }),
    'GET /api/commands/c1': () => Response.json(failed),
    'POST /api/records/inspection/imports/c1/check': () =>
      Response.json({ commandId: 'c2' }, { status: 202 }),
    'GET /api/commands/c2': () =>
      Response.json({ ...failed, commandId: 'c2', status: 'done', error: null, result }),
    'POST /api/records/inspection/imports/c2/rows/filters': () =>
      page([{ line: 2, action: 'create', title: 'Roof', message: null }]),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Inspections' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Import' }));
  await userEvent.upload(
    await screen.findByLabelText('File of Inspections'),
    new File(['Spot,Thickness\nRoof,3.5\n'], 'a.csv', { type: 'text/csv' }),
  );
  const columns = await screen.findByRole('region', { name: 'Columns' });
  expect(within(columns).getByText('Example: Roof')).toBeTruthy();
  await userEvent.selectOptions(within(columns).getByLabelText('Spot'), 'Thickness');
  expect(within(columns).getByRole('alert').textContent).toBe('Two columns are mapped to Thickness.');
  await userEvent.selectOptions(within(columns).getByLabelText('Spot'), 'Place');
  await userEvent.click(within(columns).getByRole('button', { name: 'Check again with these columns' }));
  expect(await screen.findByRole('button', { name: 'Import 1 record' })).toBeTruthy();
  expect(asked.find(({ call }) => call.endsWith('/c1/check'))!.body).toEqual({
    mapping: { Spot: 'place', Thickness: 'thickness' },
  });
});

it('searches records of all types', async () => {
  const { asked, router } = open('/tools/records', inspectionType, {
    'POST /api/recordsearch': () =>
      page([{ type: 'inspection', typeCaption: 'Inspection', id: 7, title: 'INS-0001 Roof', detail: '' }]),
  });
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search all records' }), 'roof');
  const table = await screen.findByRole('table', { name: 'Records found' });
  expect(within(table).getByRole('link', { name: 'INS-0001 Roof' }).getAttribute('href')).toBe(
    '/tools/records/7',
  );
  expect(router.state.location.search).toBe('?find=roof');
  expect(asked.findLast(({ call }) => call === 'POST /api/recordsearch')!.body).toEqual({
    filters: [{ field: 'SearchText', operator: 'Contains', value: 'roof' }],
  });
});
