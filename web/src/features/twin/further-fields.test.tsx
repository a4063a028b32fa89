import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListBody } from '@twinward/contracts/core/list';
import { type FieldDefinition, fieldDefinition } from '@twinward/contracts/records/field';
import type { RecordType } from '@twinward/contracts/records/record-type';
import type { TwinSummary } from '@twinward/contracts/twins/twin';
import { expect, it } from 'vitest';
import { inspectionType } from '../../testing/records.ts';
import { page, serve, show, viewer } from '../../testing/show.tsx';
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

function open(address = '/apps/twins') {
  const asked = serve({
    'GET /api/recordtypes/twin': () => Response.json(type),
    'GET /api/references/twin': () => Response.json([mate]),
    'POST /api/twins/filters': () => page([row({ grade: 'Duplex', depth: 2.5, mate: 9, remark: 'new' })]),
  });
  const router = show(<TwinsPage />, '/apps/twins', address);
  const body = () => asked.findLast(({ call }) => call === 'POST /api/twins/filters')!.body as ListBody;
  return { router, body, asked };
}

it('a list shows further fields, with captions of what they refer to, and sorts by them', async () => {
  const { router, body } = open();
  expect(await screen.findByText('Duplex')).toBeTruthy();
  expect(await screen.findByText('Pump 9 (P-9)')).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: hostile })).toBeTruthy();
  expect(screen.queryByText('Remark')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Depth (mm)' }));
  expect(router.state.location.search).toBe('?sort=fields.depth');
  await waitFor(() => expect(body().sorts).toEqual([{ field: 'fields.depth', direction: 'Ascending' }]));
});

it('a list filters by further fields, and remembers the columns in its address', async () => {
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
  for (const name of [/Grade/, /Depth/, /Mate/, /Remark/])
    await userEvent.click(columns.getByRole('checkbox', { name }));
  await userEvent.click(columns.getByRole('button', { name: 'Show' }));
  expect(await screen.findByRole('columnheader', { name: 'Remark' })).toBeTruthy();
  expect(screen.queryByText('Duplex')).toBeNull();
  expect(new URLSearchParams(router.state.location.search).get('columns')).toBe('remark');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(router.state.location.search).toBe('?columns=remark');
});

it('leaves out filters, sorts and columns of fields that are gone', async () => {
  const { body } = open('/apps/twins?f.gone==x&f.depth=~2..&sort=fields.gone&columns=gone,depth');
  expect(await screen.findByRole('columnheader', { name: 'Depth (mm)' })).toBeTruthy();
  await waitFor(() => expect(body().filters).toHaveLength(1));
  expect(body().sorts).toEqual([]);
  expect(screen.queryByText('Duplex')).toBeNull();
});

it('a dialog saves the further fields that were changed, and says which are wrong', async () => {
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
  const user = { ...viewer, assignedRecordTypes: ['twin'] };
  show(<EditTwinDialog twin={twin} onClose={() => undefined} />, '/', '/', user);
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
