import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AssetDetail, AssetNode } from '@twinward/contracts/assets/asset';
import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import type { Command } from '@twinward/contracts/core/command';
import type { RowImportResult } from '@twinward/contracts/core/row-import';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { describe, expect, it, vi } from 'vitest';
import { inspectionType } from '../../testing/records.ts';
import { type Answers, page, serve, show, viewer } from '../../testing/show.tsx';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { AssetPage, TwinAssetPage } from './asset-page.tsx';
import { AssetTagsPage } from './asset-tags-page.tsx';
import { AssetsPage } from './assets-page.tsx';

const writer = { ...viewer, assignedRecordTypes: ['asset'] };
const term = (id: number, caption: string) => ({ id, caption });
const rotating = term(1, 'Rotating');
const noBenchmark = { score: null, distribution: null, mtbf: null, mtbfDays: null, shape: null };
const taxonomy: TaxonomyEntry[] = [
  { id: 1, category: rotating, class: null, type: null, ...noBenchmark },
  { id: 2, category: rotating, class: term(2, 'Pumps'), type: null, ...noBenchmark },
  { id: 3, category: rotating, class: term(2, 'Pumps'), type: term(3, 'Centrifugal'), ...noBenchmark },
  { id: 4, category: term(4, 'Electrical'), class: null, type: null, ...noBenchmark },
];
const pump: AssetDetail = {
  id: 7,
  assetName: 'Feed pump',
  uniqueId: 'P-7',
  category: rotating,
  class: term(2, 'Pumps'),
  type: null,
  technicalNumber: 'TN-7',
  description: 'Feeds the boiler',
  isEquipment: true,
  criticality: 'A',
  maintenancePlant: null,
  planningPlant: null,
  departmentId: null,
  positionId: null,
  outOfServiceAt: null,
  parentId: 5,
  childCount: 0,
  twinId: null,
  connectionId: null,
  source: null,
  riskAnalysisId: null,
  riskAnalysisName: null,
  version: 3,
  fields: {},
  ancestors: [{ id: 5, assetName: 'Unit' }],
};
const unit: AssetDetail = {
  ...pump,
  id: 5,
  assetName: 'Unit',
  uniqueId: 'U-5',
  isEquipment: false,
  parentId: null,
  childCount: 1,
  ancestors: [],
};
const toNode = ({ id, assetName, uniqueId, isEquipment, childCount, twinId }: AssetDetail): AssetNode => ({
  id,
  assetName,
  uniqueId,
  isEquipment,
  childCount,
  twinId,
});
const answers = (more: Answers = {}) =>
  serve({
    'GET /api/assets/taxonomy/list': () => Response.json(taxonomy),
    'POST /api/assets/filters': () => page([pump]),
    'GET /api/assets/children': ({ query }) => page([toNode(query.get('parent') === '5' ? pump : unit)]),
    'GET /api/assets/7': () => Response.json(pump),
    'GET /api/assets/5': () => Response.json(unit),
    ...more,
  });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fill = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
};

describe('the list of assets', () => {
  const open = (address = '/apps/assets', user = writer) =>
    show(<AssetsPage />, '/apps/assets', address, user);

  it('shows each asset with its class and criticality, and links to it', async () => {
    answers();
    open();
    const table = await screen.findByRole('table', { name: 'Assets' });
    const row = within(table).getAllByRole('row')[1]!;
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Feed pump', 'P-7', 'Rotating - Pumps', 'A', '–', '–', '']);
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/apps/assets/7');
  });

  it('loads a branch of the tree on demand, and lists the assets below a place', async () => {
    const asked = answers();
    const router = open();
    const place = await screen.findByRole('treeitem', { name: 'Location Unit' });
    expect(asked.filter(({ call }) => call === 'GET /api/assets/children')).toHaveLength(1);
    place.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByRole('treeitem', { name: 'Feed pump' })).toBeTruthy();
    expect(asked.find(({ query }) => query.get('parent') === '5')).toBeTruthy();
    await userEvent.click(within(place).getByText('Unit'));
    await vi.waitFor(() => expect(router.state.location.search).toBe('?in=5'));
    await vi.waitFor(() => expect(asked.some(({ query }) => query.get('under') === '5')).toBe(true));
    expect(await screen.findByRole('button', { name: 'Remove filter: Below Unit' })).toBeTruthy();
  });

  it('filters by class and kind on the server, and exports the filtered list', async () => {
    const saved: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const asked = answers({ 'POST /api/assets/export': () => new Response('a workbook') });
    open('/apps/assets?class=2&kind=location&twin=no&search=pu');
    await screen.findByRole('button', { name: 'Remove filter: Rotating - Pumps' });
    await vi.waitFor(() =>
      expect(asked.findLast(({ call }) => call === 'POST /api/assets/filters')?.body).toEqual({
        filters: [
          {
            operator: 'GroupOr',
            filters: ['AssetName', 'UniqueId'].map((name) => ({
              field: name,
              operator: 'Contains',
              value: 'pu',
              dataType: 'C',
            })),
          },
          { field: 'IsEquipment', operator: 'EqualTo', value: false },
          { field: 'TwinId', operator: 'IsNull' },
          { field: 'ClassId', operator: 'EqualTo', value: 2 },
        ],
        sorts: [{ field: 'AssetName', direction: 'Ascending' }],
      }),
    );
    const findBody = (name: string) => asked.findLast(({ call }) => call === name)?.body;
    await press('More actions for assets');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Export to Excel' }));
    await vi.waitFor(() => expect(saved).toEqual(['assets.xlsx']));
    expect(findBody('POST /api/assets/export')).toEqual(findBody('POST /api/assets/filters'));
  });

  it('has no actions for users who may only view', async () => {
    answers();
    open('/apps/assets', viewer);
    await screen.findByRole('table', { name: 'Assets' });
    expect(screen.queryByRole('link', { name: 'Add asset' })).toBeNull();
  });
});

describe('an asset', () => {
  const open = (address = '/apps/assets/7', user = writer) =>
    show(<AssetPage />, '/apps/assets/:assetId', address, user);

  it('shows its fields and its path', async () => {
    answers();
    open();
    expect(await screen.findByText('Rotating - Pumps')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Unit' }).getAttribute('href')).toBe('/apps/assets/5');
    expect(screen.getByText('Feeds the boiler')).toBeTruthy();
    expect(screen.queryByText('Department')).toBeNull();
  });

  it('is created in the place given in the URL', async () => {
    const asked = answers({ 'POST /api/assets': () => Response.json(pump, { status: 201 }) });
    const router = open('/apps/assets/new?in=5');
    expect((await screen.findByLabelText<HTMLInputElement>('Parent location')).value).toBe('Unit');
    await press('Add asset');
    expect(await screen.findAllByText('Required.')).toHaveLength(2);
    await userEvent.type(field('Name'), 'Feed pump');
    await userEvent.type(field('Unique id'), 'P-7');
    await userEvent.selectOptions(field('Category'), 'Rotating');
    await userEvent.selectOptions(field('Class'), 'Pumps');
    await userEvent.selectOptions(field('Type'), 'Centrifugal');
    await press('Add asset');
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/apps/assets/7'));
    expect(asked.find(({ call }) => call === 'POST /api/assets')?.body).toMatchObject({
      assetName: 'Feed pump',
      uniqueId: 'P-7',
      parentId: 5,
      categoryId: 1,
      classId: 2,
      typeId: 3,
      isEquipment: true,
      criticality: null,
    });
  });

  it('is updated with the version that was read', async () => {
    const asked = answers({ 'PUT /api/assets/7': () => Response.json({ ...pump, version: 4 }) });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByLabelText('Name');
    await fill('Name', 'Main pump');
    await press('Save asset');
    await screen.findByRole('button', { name: 'Edit' });
    expect(asked.find(({ call }) => call === 'PUT /api/assets/7')?.body).toMatchObject({
      assetName: 'Main pump',
      technicalNumber: 'TN-7',
      classId: 2,
      version: 3,
    });
  });

  it('shows its further fields, and saves those that were changed', async () => {
    const type: RecordType = {
      ...inspectionType,
      name: 'asset',
      caption: 'Asset',
      isSystem: true,
      states: [],
      transitions: [],
      fields: inspectionType.fields.filter(({ name }) => ['thickness', 'passed'].includes(name)),
    };
    const known = { ...pump, fields: { thickness: 3.5, passed: true } };
    const asked = answers({
      'GET /api/recordtypes/asset': () => Response.json(type),
      'GET /api/assets/7': () => Response.json(known),
      'PUT /api/assets/7': () => Response.json({ ...known, version: 4 }),
    });
    show(<AssetPage />, '/apps/assets/:assetId', '/apps/assets/7', writer);
    expect(await screen.findByText('3.5 mm')).toBeTruthy();
    await press('Edit');
    await screen.findByLabelText('Thickness');
    await fill('Thickness', '-1');
    await press('Save asset');
    expect(await screen.findByText('Please enter a number greater than or equal to 0.')).toBeTruthy();
    await fill('Thickness', '4');
    await press('Save asset');
    await waitFor(() =>
      expect(asked.find(({ call }) => call === 'PUT /api/assets/7')?.body).toMatchObject({
        fields: { thickness: 4 },
        version: 3,
      }),
    );
    expect(asked.find(({ call }) => call === 'PUT /api/assets/7')?.body).not.toHaveProperty('fields.passed');
  });

  it('makes fields of another system read-only, shows its connection, and saves a connection for work', async () => {
    const known: AssetDetail = {
      ...pump,
      source: {
        connectionId: 4,
        connectionName: 'SAP north',
        stream: 'equipment',
        key: '10001',
        fields: ['assetName', 'isEquipment', 'categoryId', 'classId', 'typeId', 'parentId'],
        goneAt: null,
      },
    };
    const asked = answers({
      'GET /api/assets/7': () => Response.json(known),
      'GET /api/connections/choices': () =>
        Response.json([{ id: 4, name: 'SAP north', type: 'sap', system: 'SAP' }]),
      'PUT /api/assets/7': () => Response.json({ ...known, connectionId: 4, version: 4 }),
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).readOnly).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Kind').value).toBe('Equipment');
    expect(screen.getByLabelText<HTMLSelectElement>('Category').disabled).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Technical number').readOnly).toBe(false);
    expect(screen.getByText(/^Read from SAP north as 10001/)).toBeTruthy();
    await screen.findByRole('option', { name: 'SAP north' });
    await userEvent.selectOptions(screen.getByLabelText('Connection for work requests'), 'SAP north');
    await press('Save asset');
    await waitFor(() =>
      expect(asked.find(({ call }) => call === 'PUT /api/assets/7')?.body).toMatchObject({
        assetName: 'Feed pump',
        isEquipment: true,
        categoryId: 1,
        connectionId: 4,
      }),
    );
  });

  it('shows both versions of a conflict, and saves only the chosen fields over theirs', async () => {
    const theirs = { ...pump, assetName: 'Their pump', positionId: 'P-9', version: 4 };
    const conflict = { message: 'The asset was changed by someone else.', current: theirs };
    const asked = answers({
      'PUT /api/assets/7': ({ body }) =>
        (body as { version: number }).version === 3
          ? Response.json(conflict, { status: 409 })
          : Response.json({ ...theirs, version: 5 }),
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByLabelText('Name');
    await fill('Name', 'My pump');
    await press('Save asset');
    const dialog = within(await screen.findByRole('dialog', { name: 'Changed by someone else' }));
    // Only they set a position, so theirs is suggested. Both changed the name, so the user must choose.
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Saved by someone else P-9' }).checked).toBe(
      true,
    );
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save selected versions' });
    expect(save.disabled).toBe(true);
    await userEvent.click(dialog.getByRole('radio', { name: 'Yours My pump' }));
    await userEvent.click(save);
    await screen.findByRole('button', { name: 'Edit' });
    expect(asked.filter(({ call }) => call === 'PUT /api/assets/7').map(({ body }) => body)).toMatchObject([
      { assetName: 'My pump', positionId: null, version: 3 },
      { assetName: 'My pump', positionId: 'P-9', version: 4 },
    ]);
  });

  it('shows the version of the other user if it was chosen for all fields', async () => {
    const theirs = { ...pump, assetName: 'Their pump', version: 4 };
    let current: AssetDetail = pump;
    const asked = answers({
      'GET /api/assets/7': () => Response.json(current),
      'PUT /api/assets/7': () => {
        current = theirs;
        return Response.json({ message: 'Changed.', current: theirs }, { status: 409 });
      },
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByLabelText('Name');
    await fill('Name', 'My pump');
    await press('Save asset');
    await userEvent.click(await screen.findByRole('radio', { name: 'Saved by someone else Their pump' }));
    await press('Save selected versions');
    expect(await screen.findByRole('heading', { name: 'Their pump', level: 1 })).toBeTruthy();
    expect(asked.filter(({ call }) => call === 'PUT /api/assets/7')).toHaveLength(1);
  });

  it('is deleted after confirmation, and shows why its deletion failed', async () => {
    const message = 'The asset Feed pump has a twin. Please delete the twin first.';
    answers({ 'DELETE /api/assets/7': () => Response.json({ message }, { status: 409 }) });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for Feed pump' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const question = screen.getByRole('alertdialog', { name: 'Delete Feed pump?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    expect((await within(question).findByRole('alert')).textContent).toBe(message);
  });

  it('opens from the page of its twin', async () => {
    answers({ 'GET /api/twins/3': () => Response.json({ id: 3, assetId: 7, assetName: 'Feed pump' }) });
    show(<TwinAssetPage />, '/apps/twins/:twinId/asset', '/apps/twins/3/asset');
    expect(await screen.findByText('Rotating - Pumps')).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Twin' })).toBeTruthy();
  });
});

it('lists the tags of an asset, with a tag’s latest value in the display unit', async () => {
  const tag = {
    id: 9,
    name: 'P7.T',
    caption: 'Bearing',
    assetIds: [7],
    type: 'data_point',
    unit: 'Cel',
    isCalculated: false,
    description: '',
    keywords: ['bearing', 'hot'],
    source: null,
    oldestTime: null,
    latestTime: '2024-01-02T03:04:05.000Z',
    latestValue: 71.5,
  };
  const celsius = {
    id: 2,
    categoryId: 1,
    code: 'Cel',
    name: 'degree Celsius',
    abbreviation: '°C',
    description: '',
    isStandard: true,
    factor: 1,
    offset: 273.15,
  };
  const fahrenheit = { ...celsius, id: 3, code: '[degF]', abbreviation: '°F', factor: 5 / 9, offset: 459.67 };
  const asked = answers({
    'POST /api/tags/filters': () => page([tag]),
    'GET /api/tags/9': () => Response.json(tag),
    'GET /api/uom/units': () => Response.json([celsius, fahrenheit]),
    'GET /api/settings/user/units': () => Response.json({ units: { 1: fahrenheit.id } }),
    'GET /api/assets/7': () => Response.json({ ...pump, twinId: 3 }),
  });
  show(<AssetTagsPage />, '/apps/assets/:assetId/tags/:tagId?', '/apps/assets/7/tags/9');
  expect(await screen.findByText('160.7 °F')).toBeTruthy();
  expect(screen.getByText('bearing, hot')).toBeTruthy();
  const explore = await screen.findByRole('link', { name: 'Explore' });
  expect(explore.getAttribute('href')).toBe('/apps/twins/3/tags/9/explore');
  expect(asked.find(({ call }) => call === 'POST /api/tags/filters')?.body).toMatchObject({
    filters: [{ field: 'AssetId', operator: 'EqualTo', value: 7 }],
  });
});

describe('the tags of an asset', () => {
  const tag = {
    id: 9,
    name: 'P7.T',
    caption: 'Bearing',
    assetIds: [7],
    type: 'data_point',
    unit: 'Cel',
    isCalculated: false,
    description: '',
    keywords: [],
    source: null,
    version: 2,
    fields: {},
    oldestTime: null,
    latestTime: null,
    latestValue: null,
  };
  const open = (more: Answers, user = { ...viewer, assignedRecordTypes: ['tag'] }) => {
    const asked = answers({
      'POST /api/tags/filters': () => page([tag]),
      'GET /api/tags/9': () => Response.json(tag),
      'GET /api/uom/units': () => Response.json([]),
      'GET /api/uom/categories': () => Response.json([]),
      ...more,
    });
    const router = show(
      <AssetTagsPage />,
      '/apps/assets/:assetId/tags/:tagId?',
      '/apps/assets/7/tags/9',
      user,
    );
    return { asked, router };
  };
  const choose = async (action: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for P7.T' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  };

  it('can be added for the asset by users who may write tags', async () => {
    const { asked, router } = open({
      'POST /api/tags': () => Response.json([{ ...tag, id: 10 }], { status: 201 }),
      'GET /api/tags/10': () => Response.json({ ...tag, id: 10 }),
    });
    const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'New tag' });
    await waitFor(() => expect(add.disabled).toBe(false));
    await userEvent.click(add);
    await fill('Name', 'P7.P');
    await fill('Caption', 'Pressure');
    await press('Save');
    await waitFor(() => expect(router.state.location.pathname).toBe('/apps/assets/7/tags/10'));
    expect(asked.find(({ call }) => call === 'POST /api/tags')?.body).toMatchObject([
      { name: 'P7.P', caption: 'Pressure', type: 'data_point', assetIds: [7] },
    ]);
  });

  it('can be edited and deleted by users who may write tags', async () => {
    const { asked, router } = open({
      'PUT /api/tags/9': () => Response.json({ ...tag, caption: 'Oil', version: 3 }),
      'DELETE /api/tags/9': () => new Response(null, { status: 204 }),
    });
    await choose('Edit tag');
    await fill('Caption', 'Oil');
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ call }) => call === 'PUT /api/tags/9')?.body).toMatchObject({
      caption: 'Oil',
      assetIds: [7],
      version: 2,
    });
    await choose('Delete tag');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/apps/assets/7/tags'));
  });

  it('are read-only for other users', async () => {
    open({}, viewer);
    await screen.findByRole('link', { name: 'Close' });
    expect(screen.queryByRole('button', { name: 'New tag' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Actions for P7.T' })).toBeNull();
  });
});

it('checks a file, shows the errors of its rows, and imports it on request', async () => {
  const [checkId, runId] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const counts: RowImportResult = { dryRun: true, rows: 3, create: 2, update: 0, unchanged: 0, error: 1 };
  const createCommand = (commandId: string, targetType: string, result: RowImportResult): Command => ({
    commandId,
    type: 'import-assets',
    targetType,
    targetId: 'x',
    targetName: 'plant.csv',
    status: 'done',
    percent: 100,
    createdBy: 'ada',
    createdAt: '2024-01-01T00:00:00.000Z',
    startedAt: null,
    finishedAt: '2024-01-01T00:00:01.000Z',
    error: null,
    result: { ...result },
  });
  const bad = { line: 3, action: 'error', uniqueId: 'P-2', assetName: '', message: 'Name: Required.' };
  const asked = answers({
    'POST /api/assets/imports': () => Response.json({ commandId: checkId }, { status: 202 }),
    [`POST /api/assets/imports/${checkId}/run`]: () => Response.json({ commandId: runId }, { status: 202 }),
    [`GET /api/commands/${checkId}`]: () => Response.json(createCommand(checkId, 'file', counts)),
    [`GET /api/commands/${runId}`]: () =>
      Response.json(createCommand(runId, 'row-import', { ...counts, dryRun: false })),
    [`POST /api/assets/imports/${checkId}/rows/filters`]: () => page([bad]),
    [`POST /api/assets/imports/${runId}/rows/filters`]: () => page([bad]),
  });
  show(<AssetsPage />, '/apps/assets', '/apps/assets?upload=', writer);
  await userEvent.upload(await screen.findByLabelText('File of assets'), new File(['x'], 'plant.csv'));
  expect(await screen.findByText('plant.csv is checked. Nothing is written yet.')).toBeTruthy();
  expect(await screen.findByText('Error: Name: Required.')).toBeTruthy();
  expect(asked.find(({ call }) => call.endsWith('/rows/filters'))?.body).toEqual({
    filters: [{ field: 'Action', operator: 'EqualTo', value: 'error', dataType: 'C' }],
  });
  await press('Import 2 assets');
  expect(await screen.findByText('plant.csv is imported.')).toBeTruthy();
  expect(await screen.findByText('Skipped: Name: Required.')).toBeTruthy();
});

it('offers the decimal sign of a file if further fields contain numbers', async () => {
  const fields = inspectionType.fields.filter(({ name }) => name === 'thickness');
  const type = { ...inspectionType, name: 'asset', isSystem: true, fields };
  let sent: FormDataEntryValue | null = null;
  answers({ 'GET /api/recordtypes/asset': () => Response.json(type) });
  const serving = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (init.body instanceof FormData) sent = init.body.get('decimalSign');
    return serving(address, init);
  });
  show(<AssetsPage />, '/apps/assets', '/apps/assets?upload=', writer);
  await userEvent.selectOptions(await screen.findByLabelText('Decimal sign'), ',');
  await userEvent.upload(screen.getByLabelText('File of assets'), new File(['x'], 'plant.csv'));
  await waitFor(() => expect(sent).toBe(','));
});

it('moves an asset by drag and drop, after confirmation', async () => {
  const site = { id: 1, assetName: 'North site', uniqueId: 'N', isEquipment: false, twinId: null };
  const line = { id: 7, assetName: 'Feed pump', uniqueId: 'P-7', isEquipment: true, twinId: null };
  const asked = answers({
    'POST /api/assets/filters': () => page([]),
    'GET /api/assets/children': () =>
      page([
        { ...site, childCount: 0 },
        { ...line, childCount: 0 },
      ]),
    'GET /api/assets/7': () => Response.json({ ...pump, parentId: null, ancestors: [], version: 4 }),
    'PUT /api/assets/7/parent': ({ body }) =>
      Response.json({ ...pump, ...(body as object), version: (body as { version: number }).version + 1 }),
  });
  const shown = (
    <>
      <AssetsPage />
      <Announcer />
    </>
  );
  show(shown, '/apps/assets', '/apps/assets', writer);
  const dragged = await screen.findByText('Feed pump');
  const data = new Map<string, string>();
  const dataTransfer = {
    types: ['application/x-asset-id'],
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
  };
  fireEvent.dragStart(dragged, { dataTransfer });
  fireEvent.drop(screen.getByText('North site'), { dataTransfer });
  const dialog = await screen.findByRole('dialog', { name: 'Move Feed pump' });
  expect(await within(dialog).findByText(/^Currently at the top level\./)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone.');
  expect(asked.filter(({ call }) => call === 'PUT /api/assets/7/parent').map(({ body }) => body)).toEqual([
    { parentId: 1, version: 4 },
    { parentId: null, version: 5 },
  ]);
});

describe('the models for the class of an asset without a twin', () => {
  const model = { id: 3, name: 'Centrifugal pump', major: 1, minor: 2, patch: 0, twinCount: 40 };
  const open = (user: typeof viewer) => {
    const commandId = 'b7a3f2f0-52c3-4b3a-9f6d-0c6f0e6a1c11';
    const asked = answers({
      'GET /api/assets/7/models': () => Response.json([model]),
      'POST /api/library/models/3/placements': () => Response.json({ commandId }, { status: 202 }),
    });
    return { asked, router: show(<AssetPage />, '/apps/assets/:assetId', '/apps/assets/7', user) };
  };

  it('are suggested, and can be previewed for this asset', async () => {
    const { asked, router } = open({ ...viewer, assignedRecordTypes: ['twin'] });
    await userEvent.click(await screen.findByRole('button', { name: 'Preview a twin by Centrifugal pump' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/apps/library/twin-models/3/assets'));
    const preview = asked.find(({ call }) => call === 'POST /api/library/models/3/placements');
    expect(preview?.body).toEqual({ assets: { kind: 'ids', assetIds: [7] } });
  });

  it('are not requested for users who may not write twins', async () => {
    const { asked } = open(writer);
    await screen.findByText('TN-7');
    expect(asked.some(({ call }) => call === 'GET /api/assets/7/models')).toBe(false);
  });
});
