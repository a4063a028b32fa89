import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CustomRecord } from '@twinward/contracts/records/record';
import { expect, it } from 'vitest';
import { createInspection, inspectionType } from '../../testing/records.ts';
import { type Answers, page, serve, show } from '../../testing/show.tsx';
import { NewRecordPage } from './new-record-page.tsx';
import { RecordPage } from './record-page.tsx';

const panel = {
  relationship: 'inspects',
  side: 'from',
  caption: 'Inspected assets',
  type: 'asset',
  cardinality: 'many-many',
  takesOne: false,
  onDelete: 'unlink',
  standard: false,
  count: 2,
  canWrite: true,
};

function open(tab = '', answers: Answers = {}, record: CustomRecord = createInspection()) {
  const asked = serve({
    'GET /api/records/7': () => Response.json(record),
    'GET /api/recordtypes/inspection': () => Response.json(inspectionType),
    'GET /api/links/inspection/7': () => Response.json([panel]),
    ...answers,
  });
  show(<RecordPage />, '/tools/records/:id/:tab?', `/tools/records/7${tab}`);
  return asked;
}
const findBody = (asked: ReturnType<typeof open>, call: string) =>
  asked.findLast((one) => one.call === call)?.body;

it('shows a record by its id only, in the sections of its type', async () => {
  open('', {}, createInspection({ incomplete: ['place'] }));
  expect(await screen.findByRole('heading', { level: 1, name: 'INS-0001 Roof' })).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Findings' })).getByText('3.5 mm')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Feed pump (P-101)' })).toBeTruthy();
  expect(screen.getByText('Required fields without a value: Place.')).toBeTruthy();
  await screen.findByRole('link', { name: 'Inspected assets (2)' });
  const tabs = within(screen.getByRole('navigation', { name: 'Inspection' })).getAllByRole('link');
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Details', 'Inspected assets (2)', 'Files', 'History']);
});

it('saves only changes, and shows the errors of the server at their fields', async () => {
  let tries = 0;
  const asked = open('', {
    'PUT /api/records/inspection/7': () => {
      tries += 1;
      return tries === 1
        ? Response.json(
            { message: 'Refused', errors: [{ path: 'fields.place', message: 'This place is taken.' }] },
            { status: 400 },
          )
        : Response.json(createInspection({ version: 2, title: 'INS-0001 Cellar' }));
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = screen.getByRole('form', { name: 'Inspection' });
  expect(within(form).getByLabelText<HTMLInputElement>('Number').readOnly).toBe(true);
  const place = within(form).getByLabelText('Place *');
  await userEvent.clear(place);
  await userEvent.click(within(form).getByRole('button', { name: 'Save Inspection' }));
  expect(await within(form).findByText('Required.')).toBeTruthy();
  await userEvent.type(place, 'Cellar');
  await userEvent.click(within(form).getByRole('button', { name: 'Save Inspection' }));
  expect(await within(form).findByText('This place is taken.')).toBeTruthy();
  await userEvent.type(place, ' 2');
  await userEvent.click(within(form).getByRole('button', { name: 'Save Inspection' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(findBody(asked, 'PUT /api/records/inspection/7')).toEqual({
    fields: { place: 'Cellar 2' },
    version: 1,
  });
});

it('shows and requires a field while its condition is met', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = screen.getByRole('form', { name: 'Inspection' });
  expect(within(form).queryByLabelText('Reason *')).toBeNull();
  await userEvent.selectOptions(within(form).getByLabelText('Passed'), 'no');
  expect(within(form).getByLabelText('Reason *')).toBeTruthy();
  await userEvent.click(within(form).getByRole('button', { name: 'Save Inspection' }));
  expect(await within(form).findByText('Required.')).toBeTruthy();
  await userEvent.selectOptions(within(form).getByLabelText('Passed'), 'yes');
  expect(within(form).queryByLabelText('Reason *')).toBeNull();
});

it('shows both versions field by field if another user saved first', async () => {
  const theirs = createInspection({ version: 2, fields: { ...createInspection().fields, thickness: 2 } });
  let tries = 0;
  const asked = open('', {
    'PUT /api/records/inspection/7': () => {
      tries += 1;
      return tries === 1
        ? Response.json({ message: 'Changed', current: theirs }, { status: 409 })
        : Response.json(createInspection({ version: 3 }));
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = screen.getByRole('form', { name: 'Inspection' });
  await userEvent.type(within(form).getByLabelText('Place *'), ' east');
  await userEvent.click(within(form).getByRole('button', { name: 'Save Inspection' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Roof east')).toBeTruthy();
  expect(within(dialog).getByText('2 mm')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: /Save/ }));
  await waitFor(() =>
    expect(findBody(asked, 'PUT /api/records/inspection/7')).toEqual({
      fields: { place: 'Roof east' },
      version: 2,
    }),
  );
});

it('offers and performs the transitions allowed for the user', async () => {
  let state = 'open';
  const asked = open('', {
    'GET /api/records/7': () => Response.json(createInspection({ state })),
    'POST /api/records/inspection/7/transition': () => {
      state = 'closed';
      return Response.json(createInspection({ state, version: 2 }));
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Closed')).toBeTruthy();
  expect(findBody(asked, 'POST /api/records/inspection/7/transition')).toEqual({ to: 'closed', version: 1 });
  // Only for a group that does not include the user.
  expect(screen.queryByRole('button', { name: 'Open again' })).toBeNull();
});

it('shows each change with its old and new values', async () => {
  open('/history', {
    'GET /api/records/inspection/7/history': () =>
      page([
        {
          id: 1,
          time: '2026-03-02T08:00:00Z',
          userId: 1,
          userName: 'ada',
          action: 'update',
          old: { Place: 'Attic', Thickness: '3.5 mm', Sealed: true },
          new: { Place: 'Roof', Thickness: '3.5 mm', Sealed: false, Due: '2026-04-01T06:00:00Z' },
        },
        {
          id: 0,
          time: '2026-03-01T08:00:00Z',
          userId: 1,
          userName: 'ada',
          action: 'create',
          old: null,
          new: { Place: 'Attic' },
        },
      ]),
  });
  const list = await screen.findByRole('list', { name: 'History' });
  expect(within(list).getByText('Changed by ada')).toBeTruthy();
  const rows = within(list)
    .getAllByRole('table')
    .map((table) =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map((cell) => cell.textContent),
        ),
    );
  // Includes the labels that are visible on a phone.
  expect(rows).toEqual([
    [
      ['Due', 'Before–', 'After2026-04-01 6:00 AM'],
      ['Place', 'BeforeAttic', 'AfterRoof'],
      ['Sealed', 'BeforeYes', 'AfterNo'],
    ],
    [['Place', 'Attic']],
  ]);
});

it('shows the files of each field, and attaches one', async () => {
  const file = { id: 3, field: 'photo', name: 'roof.jpg', type: 'image/jpeg', size: 2000, userName: 'ada' };
  const asked = open('/files', {
    'GET /api/records/inspection/7/attachments': () =>
      Response.json([{ ...file, createdAt: '2026-03-02T08:00:00Z' }]),
    'POST /api/records/inspection/7/attachments': () => Response.json(file, { status: 201 }),
  });
  const photos = await screen.findByRole('region', { name: 'Photo' });
  expect(within(photos).getByRole('button', { name: 'roof.jpg' })).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Files' })).getByText('No files.')).toBeTruthy();
  await userEvent.upload(
    within(photos).getByLabelText('File to attach to Photo'),
    new File(['x'], 'wall.png', { type: 'image/png' }),
  );
  await waitFor(() => {
    const sent = asked.find(({ call }) => call === 'POST /api/records/inspection/7/attachments');
    expect(sent?.query.get('field')).toBe('photo');
  });
});

it('adds a record with its defaults, links it, and opens it', async () => {
  const asked = serve({
    'GET /api/recordtypes/inspection': () => Response.json(inspectionType),
    'POST /api/records/inspection': () => Response.json(createInspection(), { status: 201 }),
    'POST /api/links': () => Response.json([], { status: 201 }),
    'GET /api/references/asset': () =>
      Response.json([
        { type: 'asset', id: 12, title: 'Feed pump', detail: 'P-101', twinId: null, assetId: 12 },
      ]),
  });
  const router = show(
    <NewRecordPage />,
    '/tools/records/new',
    '/tools/records/new?type=inspection&relationship=inspects&side=to&linkTo=12',
  );
  const form = await screen.findByRole('form', { name: 'Inspection' });
  // Calculated fields have no value yet.
  expect(within(form).queryByLabelText('Number')).toBeNull();
  await userEvent.type(within(form).getByLabelText('Place *'), 'Roof');
  await userEvent.type(within(form).getByLabelText('Thickness'), '3.5');
  await userEvent.type(within(form).getByLabelText('Asset'), 'feed');
  await userEvent.click(await screen.findByRole('option', { name: 'Feed pump (P-101)' }));
  await userEvent.click(within(form).getByRole('button', { name: 'Add Inspection' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/tools/records/7'));
  expect(findBody(asked, 'POST /api/records/inspection')).toEqual({
    fields: { place: 'Roof', thickness: 3.5, passed: null, reason: null, asset: 12 },
  });
  expect(findBody(asked, 'POST /api/links')).toEqual({
    relationship: 'inspects',
    links: [{ fromId: 7, toId: 12 }],
  });
});
