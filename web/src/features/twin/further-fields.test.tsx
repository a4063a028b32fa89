import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListBody } from '@twinward/contracts/core/list';
import { type FieldDefinition, fieldDefinition } from '@twinward/contracts/records/field';
import type { RecordType } from '@twinward/contracts/records/record-type';
import type { TwinSummary } from '@twinward/contracts/twins/twin';
import { expect, it } from 'vitest';
import { FurtherFacts } from '../../shared/record/further-facts.tsx';
import { inspectionType } from '../../testing/records.ts';
import { type Answers, page, serve, show, viewer } from '../../testing/show.tsx';
import { twinWith } from '../../testing/twins.ts';
import { EditTwinDialog } from './edit-twin-dialog.tsx';
import { TwinsPage } from './twins-page.tsx';

const hostile = '<b>Grade</b> {x}';
const fields: FieldDefinition[] = [
  { kind: 'text', name: 'grade', caption: hostile, required: true },
  { kind: 'number', name: 'depth', caption: 'Depth', unit: 'mm', minimum: 0 },
  { kind: 'reference', name: 'mate', caption: 'Mate', recordType: 'twin' },
  { kind: 'text', name: 'remark', caption: 'Remark', inList: false },
].map((field) => fieldDefinition.parse(field));
const type: RecordType = {
  ...inspectionType,
  name: 'twin',
  caption: 'Twin',
  pluralCaption: 'Twins',
  isSystem: true,
  states: [],
  transitions: [],
  fields,
};
const mate = { type: 'twin', id: 9, title: 'Pump 9', detail: 'P-9', twinId: 9, assetId: 9 };
const row = (values: TwinSummary['fields']): TwinSummary => {
  const { assetId, assetName, assetUniqueId, assetClassLabel, active, level, risk } = twinWith();
  return {
    id: 7,
    assetId,
    assetName,
    assetUniqueId,
    assetClassLabel,
    active,
    level,
    risk,
    probability: 12,
    consequence: 1,
    lastDataTime: null,
    silentSince: null,
    fields: values,
  };
};

const writer = { ...viewer, assignedRecordTypes: ['twin'] };

function open(address = '/apps/twins', more: Answers = {}) {
  const asked = serve({
    ...more,
    'GET /api/recordtypes/twin': () => Response.json(type),
    'GET /api/references/twin': () => Response.json([mate]),
    'POST /api/twins/filters': () => page([row({ grade: 'Duplex', depth: 2.5, mate: 9, remark: 'new' })]),
  });
  const router = show(<TwinsPage />, '/apps/twins', address, writer);
  const body = () => asked.findLast(({ call }) => call === 'POST /api/twins/filters')!.body as ListBody;
  return { router, body, asked };
}

const headers = () =>
  screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .filter((header) => header !== 'Select');

it('a list shows further fields, with captions of references, and sorts by them', async () => {
  const { router, body } = open();
  expect(await screen.findByText('Duplex')).toBeTruthy();
  expect(await screen.findByText('Pump 9 (P-9)')).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: hostile })).toBeTruthy();
  expect(screen.queryByText('Remark')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Depth (mm)' }));
  expect(router.state.location.search).toBe('?sort=fields.depth');
  await waitFor(() => expect(body().sorts).toEqual([{ field: 'fields.depth', direction: 'Ascending' }]));
});

const rollUp = fieldDefinition.parse({
  kind: 'roll-up',
  name: 'least',
  caption: 'Least thickness',
  function: 'minimum',
  recordType: 'inspection',
  reference: 'twin',
  field: 'thickness',
});
/** The definition of the values of the roll-up. */
const least = fieldDefinition.parse({
  ...{ kind: 'number', name: 'least', caption: 'Least thickness', unit: 'mm' },
});
const rolledUp: Answers = {
  'GET /api/recordtypes/twin': () =>
    Response.json({ ...type, fields: [fields[0], rollUp], rollUps: { least } }),
  'GET /api/roll-ups/twin': ({ query }) =>
    Response.json(query.getAll('id').map((id) => ({ id: Number(id), fields: { least: 6.25 } }))),
};

it('a list shows the roll-ups of its records', async () => {
  serve({ ...rolledUp, 'POST /api/twins/filters': () => page([row({ grade: 'Duplex' })]) });
  show(<TwinsPage />, '/apps/twins', '/apps/twins', writer);
  expect(await screen.findByRole('columnheader', { name: 'Least thickness (mm)' })).toBeTruthy();
  expect(await screen.findByRole('cell', { name: '6.25' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Duplex' })).toBeTruthy();
});

it('a list filters and sorts by roll-ups', async () => {
  const asked = serve({ ...rolledUp, 'POST /api/twins/filters': () => page([row({ grade: 'Duplex' })]) });
  show(<TwinsPage />, '/apps/twins', '/apps/twins', writer);
  await userEvent.click(await screen.findByRole('button', { name: 'Add filter' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add filter' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Field'), 'Least thickness');
  await userEvent.type(within(dialog).getByLabelText('Least thickness to'), '5');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Filter' }));
  expect(await screen.findByRole('button', { name: /Least thickness to 5 mm/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Least thickness (mm)' }));
  await waitFor(() =>
    expect(asked.findLast(({ call }) => call === 'POST /api/twins/filters')!.body).toMatchObject({
      filters: expect.arrayContaining([{ field: 'fields.least', operator: 'LessThanEqualTo', value: 5 }]),
      sorts: [{ field: 'fields.least', direction: 'Ascending' }],
    }),
  );
});

it('a page shows the roll-ups of its record among its further fields', async () => {
  serve(rolledUp);
  show(<FurtherFacts type="twin" record={{ id: 7, fields: { grade: 'Duplex' } }} />, '/', '/', writer);
  expect(await screen.findByText('6.25 mm')).toBeTruthy();
  expect(screen.getByText('Least thickness')).toBeTruthy();
  expect(screen.getByText('Duplex')).toBeTruthy();
});

it('a page shows the files of its record, and attaches one to a field', async () => {
  const photo = fieldDefinition.parse({ kind: 'attachment', name: 'photo', caption: 'Photo' });
  const files = [
    {
      id: 1,
      field: 'photo',
      name: 'seal.jpg',
      type: 'image/jpeg',
      size: 4,
      userName: null,
      createdAt: '2026-03-02T08:00:00Z',
    },
  ];
  const asked = serve({
    'GET /api/recordtypes/twin': () => Response.json({ ...type, fields: [fields[0], photo] }),
    'GET /api/records/twin/7/attachments': () => Response.json(files),
    'POST /api/records/twin/7/attachments': () => Response.json(files[0], { status: 201 }),
  });
  show(<FurtherFacts type="twin" record={{ id: 7, fields: { grade: 'Duplex' } }} />, '/', '/', writer);
  const photos = await screen.findByRole('region', { name: 'Photo' });
  expect(within(photos).getByRole('button', { name: 'seal.jpg' })).toBeTruthy();
  // Files without a field exist only for custom types.
  expect(screen.queryByRole('region', { name: 'Files' })).toBeNull();
  await userEvent.upload(
    within(photos).getByLabelText('File to attach to Photo'),
    new File(['x'], 'bearing.png', { type: 'image/png' }),
  );
  await waitFor(() => {
    const sent = asked.find(({ call }) => call === 'POST /api/records/twin/7/attachments');
    expect(sent?.query.get('field')).toBe('photo');
  });
});

it('a list filters by further fields, and keeps the columns in the URL', async () => {
  const { router, body } = open();
  await screen.findByText('Duplex');
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add filter' }));
  await userEvent.selectOptions(dialog.getByLabelText('Field'), 'Depth');
  await userEvent.type(dialog.getByLabelText('Depth from'), '2');
  await userEvent.click(dialog.getByRole('button', { name: 'Filter' }));
  await waitFor(() =>
    expect(body().filters).toEqual([{ field: 'fields.depth', operator: 'GreaterThanEqualTo', value: 2 }]),
  );
  expect(screen.getByText('Depth from 2 mm')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  const columns = within(screen.getByRole('dialog', { name: 'Columns' }));
  for (const name of [/Grade/, /Depth/, /Mate/, /Remark/, /Level/])
    await userEvent.click(columns.getByRole('checkbox', { name }));
  await userEvent.click(columns.getByRole('button', { name: 'Show' }));
  expect(await screen.findByRole('columnheader', { name: 'Remark' })).toBeTruthy();
  expect(screen.queryByText('Duplex')).toBeNull();
  expect(headers()).toEqual(['Name', 'Asset id', 'Class', 'Risk', 'Last data', 'Watch', 'Remark']);
  const shown = () => new URLSearchParams(router.state.location.search).get('columns');
  const chosen = 'own.name,own.asset,own.class,own.risk,own.data,own.marks,remark';
  expect(shown()).toBe(chosen);
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect([...new URLSearchParams(router.state.location.search).keys()]).toEqual(['columns']);
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(screen.getByRole('button', { name: 'Standard' }));
  expect(router.state.location.search).toBe('');
});

it('shows the columns in the URL in order, after the name', async () => {
  open('/apps/twins?columns=depth,own.risk,own.gone,own.name');
  await screen.findByRole('columnheader', { name: 'Depth (mm)' });
  expect(headers()).toEqual(['Name', 'Depth (mm)', 'Risk']);
});

it('exports the filtered list in the visible columns that can be exported', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} });
  const { asked, body } = open('/apps/twins?search=pump&columns=own.name,depth,own.marks,own.risk', {
    'POST /api/twins/export': () => new Response('a file'),
  });
  await screen.findByRole('columnheader', { name: 'Depth (mm)' });
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'As csv' }));
  const exported = () => asked.find(({ call }) => call === 'POST /api/twins/export');
  await waitFor(() => expect(exported()).toBeDefined());
  expect(Object.fromEntries(exported()!.query)).toEqual({ format: 'csv', columns: 'name,fields.depth,risk' });
  expect(exported()!.body).toEqual(body());
});

it('a list of a system type has saved views, which users with write access can share', async () => {
  const views = [
    {
      id: 1,
      caption: 'Deep',
      shared: true,
      createdBy: 'bob',
      mayChange: false,
      version: 1,
      parameters: { 'f.depth': '~2..', columns: 'own.name,depth' },
    },
  ];
  const { body } = open('/apps/twins', { 'GET /api/views/twin': () => Response.json(views) });
  await userEvent.click(await screen.findByRole('button', { name: 'Views' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Deep/ }));
  expect(await screen.findByRole('button', { name: 'View: Deep' })).toBeTruthy();
  await waitFor(() => expect(body().filters).toHaveLength(1));
  expect(headers()).toEqual(['Name', 'Depth (mm)']);
});

it('sets further fields of the selected records', async () => {
  const { asked } = open('/apps/twins', {
    'POST /api/records/twin/changes': () => Response.json({ commandId: 'c-1' }, { status: 202 }),
    'GET /api/commands/c-1': () =>
      Response.json({
        commandId: 'c-1',
        type: 'change-records',
        targetName: 'Change 1 record of Twin',
        status: 'success',
        percent: 100,
        result: { done: 1, changed: 1, refused: 0, reasons: [] },
        error: null,
      }),
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Select / }));
  await userEvent.click(await screen.findByRole('button', { name: 'Set further fields' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Change 1 twin' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Depth' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Depth' }), '-1');
  await userEvent.click(dialog.getByRole('button', { name: 'Change' }));
  expect(await dialog.findByText('Please enter a number greater than or equal to 0.')).toBeTruthy();
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Depth' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Depth' }), '4');
  await userEvent.click(dialog.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText(/1 done/)).toBeTruthy();
  const sent = asked.find(({ call }) => call === 'POST /api/records/twin/changes');
  expect(sent!.body).toEqual({ ids: [7], fields: { depth: 4 } });
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Select / }).checked).toBe(false);
});

it('imports further fields of existing records', async () => {
  const { asked } = open('/apps/twins', {
    'POST /api/records/twin/imports': () => Response.json({ commandId: 'c-2' }, { status: 202 }),
    'GET /api/commands/c-2': () =>
      Response.json({ commandId: 'c-2', type: 'import-records', targetName: 'a.csv', status: 'running' }),
    'POST /api/commands/filters': () => page([]),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Import fields' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import fields of twins' }));
  expect(dialog.getByText(/Column Id or Record identifies the record/)).toBeTruthy();
  const file = new File(['Record;Depth'], 'a.csv', { type: 'text/csv' });
  await userEvent.upload(dialog.getByLabelText('File of fields of twins'), file);
  await waitFor(() => expect(asked.some(({ call }) => call === 'POST /api/records/twin/imports')).toBe(true));
});

it('deletes the selected records after confirmation, and shows why some were not deleted', async () => {
  const { asked } = open('/apps/twins', {
    'POST /api/records/twin/changes': () => Response.json({ commandId: 'c-1' }, { status: 202 }),
    'GET /api/commands/c-1': () =>
      Response.json({
        commandId: 'c-1',
        type: 'change-records',
        targetName: 'Delete 2 records of Twin',
        status: 'done',
        percent: 100,
        result: { done: 2, changed: 0, refused: 2, reasons: [{ id: 7, title: 'Pump', message: 'In use.' }] },
        error: null,
      }),
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Select / }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete 1 twin?' }));
  expect(dialog.getByText(/The assets, tags and points are kept\.$/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Delete 2 records of Twin: 0 done, 2 refused.')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Pump: In use.', 'And 1 more.']),
  );
  const sent = asked.find(({ call }) => call === 'POST /api/records/twin/changes');
  expect(sent!.body).toEqual({ ids: [7], delete: true });
});

it('omits filters, sorts and columns of deleted fields', async () => {
  const { body } = open('/apps/twins?f.gone==x&f.depth=~2..&sort=fields.gone&columns=gone,depth');
  expect(await screen.findByRole('columnheader', { name: 'Depth (mm)' })).toBeTruthy();
  await waitFor(() => expect(body().filters).toHaveLength(1));
  expect(body().sorts).toEqual([]);
  expect(screen.queryByText('Duplex')).toBeNull();
});

it('a dialog saves changed further fields, and shows errors', async () => {
  const twin = twinWith({ fields: { depth: 2, remark: 'kept' } });
  const asked = serve({
    'GET /api/recordtypes/twin': () => Response.json(type),
    'PUT /api/twins/7': ({ body }) =>
      (body as { fields: { depth?: number } }).fields.depth === 3
        ? Response.json(
            { message: 'fields.depth: No.', errors: [{ path: 'fields.depth', message: 'No.' }] },
            { status: 400 },
          )
        : Response.json({ ...twin, version: 2 }),
  });
  show(<EditTwinDialog twin={twin} onClose={() => undefined} />, '/', '/', writer);
  const grade = await screen.findByLabelText(`${hostile} *`);
  expect(screen.getByText('Required.')).toBeTruthy();
  await userEvent.type(grade, 'Duplex');
  await userEvent.clear(screen.getByLabelText('Depth'));
  await userEvent.type(screen.getByLabelText('Depth'), '3');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('No.')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('Depth'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const sent = () => asked.filter(({ call }) => call === 'PUT /api/twins/7').map(({ body }) => body);
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toMatchObject({ fields: { grade: 'Duplex', depth: null }, version: 1 });
  expect(sent()[1]).not.toHaveProperty('fields.remark');
});
