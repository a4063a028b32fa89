import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Command } from '@twinward/contracts/core/command';
import type { Placement } from '@twinward/contracts/library/placement';
import type { PartMerge, Upgrade } from '@twinward/contracts/library/upgrade';
import { expect, it } from 'vitest';
import { useOfferedCommands } from '../../shared/commands/page-commands.ts';
import { modelWith } from '../../testing/models.ts';
import { page, serve, show, viewer } from '../../testing/show.tsx';
import { LibraryPage } from './library-page.tsx';
import { ModelsPage } from './list/models-page.tsx';
import { ModelPage } from './model/model-page.tsx';
import { PlacementPage } from './placement/placement-page.tsx';
import { UpgradePage } from './upgrade/upgrade-page.tsx';

const engineer = { ...viewer, assignedRecordTypes: ['library-model', 'twin'] };
const path = '/apps/library/twin-models';
const commandId = 'b7a3f2f0-52c3-4b3a-9f6d-0c6f0e6a1c11';
const nextId = 'b7a3f2f0-52c3-4b3a-9f6d-0c6f0e6a1c12';

const commandWith = (type: string, result: Command['result'], id = commandId): Command => ({
  commandId: id,
  type: type as Command['type'],
  targetType: 'twin-model',
  targetId: '3',
  targetName: 'Centrifugal pump',
  status: 'done',
  percent: 100,
  createdBy: 'ada',
  createdAt: '2024-01-01T00:00:00.000Z',
  startedAt: '2024-01-01T00:00:00.000Z',
  finishedAt: '2024-01-01T00:00:01.000Z',
  error: null,
  result,
});

it('lists models with their outdated twins, and drafts', async () => {
  const { definition: _, ...used } = modelWith({ twinCount: 500, outdatedCount: 12 });
  const { definition: __, ...draft } = modelWith({ id: 4, name: 'Fan', state: 'draft', draftVersionId: 40 });
  const asked = serve({
    'POST /api/library/models/filters': ({ body }) =>
      page(JSON.stringify(body).includes('TwinCount') ? [used] : [draft]),
  });
  show(<LibraryPage />, '/apps/library', '/apps/library', engineer);
  const inUse = within(await screen.findByRole('table', { name: 'In use' }));
  expect(inUse.getByRole('link', { name: '12' }).getAttribute('href')).toBe(`${path}/3/upgrade`);
  const drafts = within(await screen.findByRole('table', { name: 'Drafts' }));
  expect(drafts.getByRole('link', { name: 'Fan' }).getAttribute('href')).toBe(`${path}/4`);
  expect(asked.filter(({ call }) => call === 'POST /api/library/models/filters')).toHaveLength(2);
});

it('filters the list of models by the URL', async () => {
  const { definition: _, ...model } = modelWith();
  const asked = serve({
    'POST /api/library/models/filters': () => page([model]),
    'GET /api/assets/taxonomy/list': () => Response.json([]),
  });
  show(<ModelsPage />, path, `${path}?author=Marsh&state=retired&sort=-TwinCount&page=2`, engineer);
  await screen.findByRole('link', { name: 'Centrifugal pump' });
  const list = asked.find(({ call }) => call === 'POST /api/library/models/filters')!;
  expect(list.query.get('page-number')).toBe('2');
  expect(list.body).toEqual({
    filters: [
      { field: 'Author', operator: 'Contains', value: 'Marsh', dataType: 'C' },
      { field: 'Active', operator: 'EqualTo', value: false, dataType: 'B' },
    ],
    sorts: [{ field: 'TwinCount', direction: 'Descending' }],
  });
});

it('creates a model from the twin in the URL', async () => {
  const asked = serve({
    'POST /api/library/models/filters': () => page([]),
    'GET /api/assets/taxonomy/list': () => Response.json([]),
    'POST /api/library/models': () => Response.json(modelWith({ id: 9 }), { status: 201 }),
  });
  const router = show(<ModelsPage />, path, `${path}?new=&twin=7&name=Pump+7`, engineer);
  const dialog = within(await screen.findByRole('dialog', { name: 'New model of a twin' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create model' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`${path}/9/details`));
  expect(asked.find(({ call }) => call === 'POST /api/library/models')!.body).toMatchObject({
    name: 'Pump 7',
    from: { kind: 'twin', twinId: 7 },
  });
});

const published = modelWith();
const draft = modelWith({ versionId: 31, draftVersionId: 31, state: 'draft', version: 6 });

/** Opens the page of a model with a draft. */
async function openDraft(problems: object[]) {
  const asked = serve({
    'GET /api/library/models/3': ({ query }) =>
      Response.json(query.get('versionId') === '31' ? draft : { ...published, draftVersionId: 31 }),
    'GET /api/library/models/3/draft': () =>
      Response.json({
        proposed: 'minor',
        problems,
        differences: [
          { kind: 'failureModes', id: 8, name: 'Leak', parent: null, change: 'added', fields: [] },
        ],
      }),
    'GET /api/library/models/3/draft/simulation': () => new Response(null, { status: 204 }),
    'GET /api/library/models/3/versions': () => page([]),
    'POST /api/library/models/3/publish': () => Response.json(published),
  });
  show(<ModelPage />, `${path}/:modelId`, `${path}/3`, engineer);
  expect(await screen.findByText('Draft', { selector: '.MuiChip-label' })).toBeTruthy();
  expect(await screen.findByText('Leak')).toBeTruthy();
  return asked;
}

const publishing = async () =>
  within(await screen.findByRole('dialog', { name: 'Publish Centrifugal pump' }));

/** Opens the publish dialog of a model with a draft. */
async function openPublishing(problems: object[]) {
  const asked = await openDraft(problems);
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  return { asked, dialog: await publishing() };
}

it('publishes a draft as the proposed version, with notes', async () => {
  const { asked, dialog } = await openPublishing([]);
  await userEvent.type(await dialog.findByLabelText('Notes'), 'Leaks are seen.');
  await userEvent.click(dialog.getByRole('button', { name: 'Publish 1.3.0' }));
  await waitFor(() =>
    expect(asked.find(({ call }) => call.endsWith('/publish'))?.body).toEqual({
      level: 'minor',
      notes: 'Leaks are seen.',
      version: 6,
    }),
  );
});

it('offers a Ctrl+K command that publishes a draft', async () => {
  await openDraft([]);
  const { result } = renderHook(useOfferedCommands);
  const command = result.current.find(({ title }) => title === 'Publish Centrifugal pump');
  if (command === undefined || !('run' in command)) throw new Error('It is not offered.');
  act(command.run);
  expect((await publishing()).getByRole('button', { name: 'Publish 1.3.0' })).toBeTruthy();
});

it('does not publish a draft with problems, and links to them', async () => {
  const { dialog } = await openPublishing([
    { kind: 'thresholds', id: 7, part: 'High', field: 'logic', message: 'Unknown input [Flow].' },
  ]);
  const link = await dialog.findByRole('link', { name: 'High' });
  expect(link.getAttribute('href')).toBe(`${path}/3/protection?part=7`);
  expect((dialog.getByRole('button', { name: 'Publish 1.3.0' }) as HTMLButtonElement).disabled).toBe(true);
});

it('applies a model to filtered assets except excluded ones', async () => {
  const placement: Placement = {
    assetId: 11,
    assetName: 'Pump 11',
    uniqueId: 'P-11',
    twinId: null,
    outcome: 'proposed',
    message: null,
    inputs: [
      { name: 'Vibration', tagId: 5, tagName: 'P-11.VIB', score: 0.92, problem: null },
      { name: 'Flow', tagId: null, tagName: null, score: null, problem: 'No tag was found.' },
    ],
    mapped: 1,
    missingParameters: ['trip'],
  };
  const asked = serve({
    'GET /api/library/models/3': () => Response.json(modelWith()),
    'POST /api/structures/filters': () => page([], 0),
    'POST /api/recordtypes/filters': () => page([], 0),
    'GET /api/assets/taxonomy/list': () => Response.json([]),
    'POST /api/assets/filters': () => page([], 500),
    'POST /api/library/models/3/placements': () => Response.json({ commandId }, { status: 202 }),
    [`GET /api/commands/${commandId}`]: () =>
      Response.json(commandWith('preview-placement', { proposed: 500, 'has-twin': 2 })),
    [`GET /api/library/placements/${commandId}`]: () => page([placement], 502),
    [`POST /api/library/placements/${commandId}/apply`]: () =>
      Response.json({ commandId: nextId }, { status: 202 }),
    [`GET /api/commands/${nextId}`]: () =>
      Response.json(commandWith('place-model', { placed: 499, 'left-out': 1 }, nextId)),
    [`GET /api/library/placements/${nextId}`]: () =>
      page([{ ...placement, outcome: 'placed', twinId: 70 }], 1),
  });
  show(<PlacementPage />, `${path}/:modelId/assets`, `${path}/3/assets`, engineer);
  expect(await screen.findByText('500 assets without a twin.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('500 proposed, 2 with a twin.')).toBeTruthy();
  expect(asked.find(({ call }) => call === 'POST /api/library/models/3/placements')!.body).toEqual({
    assets: {
      kind: 'list',
      filters: [
        { field: 'IsEquipment', operator: 'EqualTo', value: true },
        { field: 'TwinId', operator: 'IsNull' },
      ],
    },
    minimumScore: 0.7,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Pump 11' }));
  const details = within(await screen.findByRole('dialog', { name: 'Pump 11' }));
  expect(details.getByText('No tag was found.')).toBeTruthy();
  expect(details.getByText(/No value: {trip}/)).toBeTruthy();
  await userEvent.click(details.getByRole('button', { name: 'Close' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Create a twin of Pump 11' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create 499 twins' }));
  expect(await screen.findByText('499 created, 1 skipped.')).toBeTruthy();
  expect(asked.find(({ call }) => call.endsWith('/apply'))!.body).toEqual({
    exceptAssetIds: [11],
    activate: true,
    startPatterns: false,
  });
});

it('applies a model to the assets below a place of a structure', async () => {
  const relationship = (fromType: string, toType: string) => ({ name: 'r', caption: 'R', fromType, toType });
  const asked = serve({
    'GET /api/library/models/3': () => Response.json(modelWith()),
    'GET /api/assets/taxonomy/list': () => Response.json([]),
    'POST /api/structures/filters': () =>
      page(
        [
          { name: 'location', caption: 'Location', relationships: [relationship('asset', 'asset')] },
          {
            name: 'process',
            caption: 'Process',
            relationships: [relationship('line', 'unit'), relationship('unit', 'asset')],
          },
        ],
        2,
      ),
    'POST /api/recordtypes/filters': () => page([{ name: 'unit', caption: 'Unit' }], 1),
    'GET /api/references/unit': () =>
      Response.json([{ type: 'unit', id: 40, title: 'Unit 4', detail: null }]),
    'POST /api/assets/filters': () => page([], 12),
    'POST /api/library/models/3/placements': () => Response.json({ commandId }, { status: 202 }),
    [`GET /api/commands/${commandId}`]: () =>
      Response.json(commandWith('preview-placement', { proposed: 12 })),
    [`GET /api/library/placements/${commandId}`]: () => page([], 0),
  });
  show(<PlacementPage />, `${path}/:modelId/assets`, `${path}/3/assets`, engineer);
  await userEvent.selectOptions(await screen.findByLabelText('Structure'), 'Process');
  await userEvent.selectOptions(await screen.findByLabelText('Kind of place'), 'Unit');
  await userEvent.type(screen.getByLabelText('Place'), 'Unit');
  await userEvent.click(await screen.findByRole('option', { name: 'Unit 4' }));
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('12 proposed.')).toBeTruthy();
  const under = { structure: 'process', type: 'unit', id: 40 };
  expect(asked.find(({ call }) => call === 'POST /api/library/models/3/placements')!.body).toMatchObject({
    assets: { kind: 'list', under },
  });
  expect(asked.findLast(({ call }) => call === 'POST /api/assets/filters')!.query.get('underType')).toBe(
    'unit',
  );
});

it('applies a model to a pasted list of assets, and lists unknown ones', async () => {
  const asked = serve({
    'GET /api/library/models/3': () => Response.json(modelWith()),
    'POST /api/structures/filters': () => page([], 0),
    'POST /api/recordtypes/filters': () => page([], 0),
    'GET /api/assets/taxonomy/list': () => Response.json([]),
    'POST /api/assets/filters': ({ body }) =>
      JSON.stringify(body).includes('UniqueId') ? page([{ id: 11, uniqueId: 'P-11' }], 1) : page([], 12),
    'POST /api/library/models/3/placements': () => Response.json({ commandId }, { status: 202 }),
    [`GET /api/commands/${commandId}`]: () =>
      Response.json(commandWith('preview-placement', { proposed: 1 })),
    [`GET /api/library/placements/${commandId}`]: () => page([], 0),
  });
  show(<PlacementPage />, `${path}/:modelId/assets`, `${path}/3/assets`, engineer);
  await userEvent.selectOptions(await screen.findByLabelText('Assets'), 'A list of unique ids');
  const preview = screen.getByRole('button', { name: 'Preview' }) as HTMLButtonElement;
  expect(preview.disabled).toBe(true);
  await userEvent.click(screen.getByRole('textbox', { name: 'Unique ids' }));
  await userEvent.paste('P-11\nP-12\n');
  expect(await screen.findByText('1 of 2 found.')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('No asset has the unique id P-12.');
  await userEvent.click(preview);
  expect(await screen.findByText('1 proposed.')).toBeTruthy();
  expect(asked.find(({ call }) => call === 'POST /api/library/models/3/placements')!.body).toMatchObject({
    assets: { kind: 'list', filters: [{ field: 'UniqueId', operator: 'In', value: ['P-11', 'P-12'] }] },
  });
});

it('resolves the conflicts of an upgrade for one twin or all, and undoes it', async () => {
  const createVersion = (minor: number) => ({ versionId: 30 + minor, major: 1, minor, patch: 0 });
  const upgrade: Upgrade = {
    twinId: 7,
    assetName: 'Pump 7',
    from: createVersion(1),
    to: createVersion(2),
    level: 'minor',
    taken: 4,
    kept: 1,
    conflicts: 1,
    outcome: 'conflict',
    message: null,
  };
  const merge: PartMerge = {
    kind: 'thresholds',
    id: 20,
    name: 'High',
    parent: 'Rough',
    change: 'changed',
    outcome: 'conflict',
    fields: [{ field: 'level', base: 250, model: 500, twin: 300, outcome: 'conflict' }],
  };
  const asked = serve({
    'GET /api/library/models/3': () => Response.json(modelWith({ twinCount: 100 })),
    [`GET /api/commands/${commandId}`]: () =>
      Response.json(commandWith('preview-upgrade', { proposed: 97, conflict: 3 })),
    [`GET /api/library/upgrades/${commandId}`]: () => page([upgrade], 100),
    [`GET /api/library/upgrades/${commandId}/twins/7`]: () => Response.json([merge]),
    [`POST /api/library/upgrades/${commandId}/apply`]: () =>
      Response.json({ commandId: nextId }, { status: 202 }),
    [`GET /api/commands/${nextId}`]: () =>
      Response.json(commandWith('upgrade-twins', { upgraded: 100 }, nextId)),
    [`GET /api/library/upgrades/${nextId}`]: () => page([{ ...upgrade, outcome: 'upgraded' }], 1),
    [`POST /api/library/upgrades/${nextId}/undo`]: () => Response.json({ commandId }, { status: 202 }),
  });
  show(<UpgradePage />, `${path}/:modelId/upgrade`, `${path}/3/upgrade?command=${commandId}`, engineer);
  await userEvent.click(await screen.findByRole('button', { name: 'Pump 7' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pump 7' }));
  const group = within(await dialog.findByRole('group', { name: 'Level of High' }));
  for (const text of ['250', '500', '300']) expect(group.getByText(text)).toBeTruthy();
  const choice = group.getByLabelText('Choice for Level of High');
  await userEvent.selectOptions(choice, 'model');
  await userEvent.click(
    dialog.getByRole('switch', { name: 'Apply choices to all twins with the same conflict' }),
  );
  await userEvent.selectOptions(choice, 'twin');
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await userEvent.selectOptions(screen.getByLabelText('Undecided conflicts'), 'model');
  await userEvent.click(screen.getByRole('button', { name: 'Upgrade 100 twins' }));
  expect(await screen.findByText('100 upgraded.')).toBeTruthy();
  const place = { kind: 'thresholds', id: 20, field: 'level' };
  expect(asked.find(({ call }) => call.endsWith('/apply'))!.body).toEqual({
    choices: [
      { twinId: 7, ...place, take: 'model' },
      { twinId: null, ...place, take: 'twin' },
    ],
    others: 'model',
    exceptTwinIds: [],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Undo the upgrade' }));
  await waitFor(() => expect(asked.some(({ call }) => call.endsWith('/undo'))).toBe(true));
});
