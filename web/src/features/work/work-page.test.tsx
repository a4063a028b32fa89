import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Work } from '@twinward/contracts/assets/work';
import { describe, expect, it, vi } from 'vitest';
import { type Answers, serve, show, viewer } from '../../testing/show.tsx';
import { ProtectionWorkPage, WorkPage } from './work-page.tsx';

const seal: Work = {
  id: 7,
  tagId: 31,
  tagName: 'P1.WORK',
  twinId: 5,
  tagAliasId: 2,
  number: '4711',
  name: 'Replace the seal',
  description: 'It leaked.',
  kind: 'corrective',
  duration: 'PT36H',
  cost: 1200,
  resource: 'Mechanics',
  failureMechanism: '1.1',
  failureCause: null,
  planned: null,
  start: '2024-02-02T08:00:00.000Z',
  completed: '2024-02-03T20:00:00.000Z',
  lifeCycleState: null,
  source: null,
  fields: {},
  version: 3,
};
const aliases = [
  { id: 1, type: 'data_point', mappedTagId: 30, name: 'Temperature' },
  { id: 2, type: 'work', mappedTagId: 31, name: 'Repairs' },
  { id: 3, type: 'work', mappedTagId: null, name: 'Service' },
];
const writer = { ...viewer, assignedRecordTypes: ['work'] };
const path = '/apps/twins/:twinId/work';

function open(more: Answers = {}, { address = '/apps/twins/5/work', user = writer } = {}) {
  const asked = serve({
    'GET /api/twins/5': () =>
      Response.json({ id: 5, assetId: 3, assetName: 'Feed pump', active: true, level: 250 }),
    'GET /api/twins/5/tag-aliases': () => Response.json(aliases),
    'GET /api/twins/5/protections': () =>
      Response.json([
        { id: 9, name: 'Service due', level: 0, active: true, inputs: [{ alias: 'Repairs', tagId: 31 }] },
      ]),
    'POST /api/work/filters': () => Response.json([seal], { headers: { 'x-paging-total-records': '1' } }),
    'POST /api/work/totals': () =>
      Response.json({ count: 4, completed: 2, failures: 1, cost: 175_000, duration: 'PT52H' }),
    'POST /api/tags/work/oldest': () => Response.json({ time: '2020-01-01T00:00:00.000Z' }),
    ...more,
  });
  const protection = address.includes('/protections/');
  show(
    protection ? <ProtectionWorkPage /> : <WorkPage />,
    protection ? '/apps/twins/:twinId/protections/:id/work/:mode?' : path,
    address,
    user,
  );
  return asked;
}

const lists = (asked: ReturnType<typeof open>) =>
  asked.filter(({ call }) => call === 'POST /api/work/filters').map(({ body }) => body);

describe('the work of a twin', () => {
  it('is shown in a table with totals', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'Work' });
    const cells = within(within(table).getAllByRole('row')[1]!).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent).filter((_, index) => index !== 2)).toEqual([
      'Replace the seal',
      'Corrective',
      '2024-02-02 8:00 AM',
      '2024-02-03 8:00 PM',
      '1 d 12 h',
      '$1,200',
    ]);
    const totals = screen.getByLabelText('Totals');
    expect(await within(totals).findByText('$175,000')).toBeTruthy();
    expect(within(totals).getByText('2 d 4 h')).toBeTruthy();
    expect(within(totals).getByText('2020-01-01 12:00 AM')).toBeTruthy();
  });

  it('is filtered by the URL', async () => {
    const asked = open();
    await screen.findByRole('table', { name: 'Work' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'planned');
    await waitFor(() =>
      expect(lists(asked)).toContainEqual({
        filters: [
          { field: 'TagId', operator: 'In', value: [31], dataType: 'N' },
          { field: 'Completed', operator: 'IsNull', dataType: 'D' },
        ],
        sorts: [{ field: 'Start', direction: 'Descending' }],
      }),
    );
  });

  it('is created in a dialog', async () => {
    const asked = open({ 'POST /api/work': ({ body }) => Response.json({ ...seal, ...(body as object) }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Record work' }));
    const dialog = await screen.findByRole('dialog', { name: 'Record work' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Required.')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Grease');
    await userEvent.type(within(dialog).getByLabelText('Cost'), '50');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ call }) => call === 'POST /api/work')!.body).toEqual({
      tagId: 31,
      number: null,
      name: 'Grease',
      description: '',
      kind: 'preventive',
      planned: null,
      start: null,
      completed: null,
      duration: null,
      cost: 50,
      resource: '',
      failureMechanism: null,
      failureCause: null,
      lifeCycleState: null,
    });
  });

  it('is shown in both versions if it was also changed by another user', async () => {
    const asked = open({
      'PUT /api/work/7': ({ body }) =>
        (body as { version: number }).version === 3
          ? Response.json(
              {
                id: 'conflict',
                title: 'Conflict',
                message: 'It was changed by someone else.',
                current: { ...seal, cost: 900, resource: 'Contractor', version: 4 },
              },
              { status: 409 },
            )
          : Response.json(seal),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Replace the seal' }));
    const dialog = await screen.findByRole('dialog', { name: 'Replace the seal' });
    const cost = within(dialog).getByLabelText('Cost');
    await userEvent.clear(cost);
    await userEvent.type(cost, '1500');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    const conflict = await screen.findByRole('dialog', { name: 'Changed by someone else' });
    expect(within(conflict).getByRole('radio', { name: 'Saved by someone else $900' })).toBeTruthy();
    await userEvent.click(within(conflict).getByRole('radio', { name: 'Yours $1,500' }));
    await userEvent.click(within(conflict).getByRole('button', { name: 'Save selected versions' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.filter(({ call }) => call === 'PUT /api/work/7').at(-1)!.body).toMatchObject({
      cost: 1500,
      resource: 'Contractor',
      version: 4,
    });
  });

  it('is read-only for users who may not write it', async () => {
    open({}, { user: viewer });
    await screen.findByRole('table', { name: 'Work' });
    expect(screen.queryByRole('button', { name: 'Record work' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Replace the seal' }));
    const dialog = await screen.findByRole('dialog', { name: 'Replace the seal' });
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('makes fields of another system read-only, and shows its connection', async () => {
    const source = {
      connectionId: 4,
      connectionName: 'SAP north',
      stream: 'orders',
      key: '4711',
      fields: ['name', 'kind', 'completed'],
      goneAt: null,
    };
    const asked = open({
      'POST /api/work/filters': () =>
        Response.json([{ ...seal, source }], { headers: { 'x-paging-total-records': '1' } }),
      'PUT /api/work/7': () => Response.json({ ...seal, source, resource: 'Fitters', version: 4 }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Replace the seal' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace the seal' }));
    expect(dialog.getByText(/^Read from SAP north as 4711/)).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true);
    expect(dialog.getByLabelText<HTMLInputElement>('Kind').value).toBe('Corrective');
    const resource = dialog.getByLabelText<HTMLInputElement>('Resource');
    await userEvent.clear(resource);
    await userEvent.type(resource, 'Fitters');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(asked.find(({ call }) => call === 'PUT /api/work/7')?.body).toMatchObject({
        name: 'Replace the seal',
        kind: 'corrective',
        resource: 'Fitters',
      }),
    );
  });

  it('is imported with the chosen order of dates', async () => {
    const forms: FormData[] = [];
    open();
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      if (init.body instanceof FormData) forms.push(init.body);
      return answer(address, init);
    });
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for work' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Import' }));
    await userEvent.selectOptions(
      await screen.findByLabelText('Date order'),
      'Day first: 02/03/2024 is 2 March',
    );
    await userEvent.upload(screen.getByLabelText('File of work'), new File(['x'], 'orders.csv'));
    await waitFor(() => expect(forms).toHaveLength(1));
    expect([forms[0]!.get('dateOrder'), forms[0]!.get('timeZone')]).toEqual(['dmy', 'UTC']);
  });

  it.each(['csv', 'xlsx'])('is exported as %s with the filters of the list', async (format) => {
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} });
    const asked = open({ 'POST /api/work/export': () => new Response('a file') });
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for work' }));
    await userEvent.click(screen.getByRole('menuitem', { name: `Export as ${format}` }));
    const exported = () => asked.find(({ call }) => call === 'POST /api/work/export');
    await waitFor(() => expect(exported()?.query.get('format')).toBe(format));
    expect(lists(asked)).toContainEqual(exported()!.body);
  });

  it('requires a work input', async () => {
    open({ 'GET /api/twins/5/tag-aliases': () => Response.json([aliases[0], aliases[2]]) });
    expect(await screen.findByText('No work input is mapped.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Map the inputs' }).getAttribute('href')).toBe(
      '/apps/twins/5/tags/mapping',
    );
  });
});

describe('the work of a protection', () => {
  it('includes the work of its inputs, in the mode given by the URL', async () => {
    const asked = open({}, { address: '/apps/twins/5/protections/9/work/completed' });
    expect(await screen.findByRole('heading', { name: 'Service due' })).toBeTruthy();
    await screen.findByRole('table', { name: 'Work' });
    expect(lists(asked)).toContainEqual({
      filters: [
        { field: 'TagId', operator: 'In', value: [31], dataType: 'N' },
        { field: 'Completed', operator: 'IsNotNull', dataType: 'D' },
      ],
      sorts: [{ field: 'Start', direction: 'Descending' }],
    });
    expect(screen.getByRole('link', { name: 'Planned' }).getAttribute('href')).toBe(
      '/apps/twins/5/protections/9/work/planned',
    );
    expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull();
  });
});
