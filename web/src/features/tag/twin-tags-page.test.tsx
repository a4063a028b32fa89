import { EditorView } from '@codemirror/view';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { JobStatus } from '@twinward/contracts/signals/tag';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMessageHandler } from '../../shared/evaluation/evaluate-messages.ts';
import type { Message } from '../../shared/evaluation/protocol.ts';
import { type Answers, type Asked, page, serve, show, viewer } from '../../testing/show.tsx';
import { TwinTagsPage } from './twin-tags-page.tsx';

/** A worker that evaluates in the thread of the test. */
class WorkerHere {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  private readonly handle = createMessageHandler();
  postMessage(message: Message): void {
    const answer = this.handle(message);
    if (answer !== null) queueMicrotask(() => this.onmessage?.({ data: answer }));
  }
  terminate(): void {}
}

const hour = 3_600_000;
const latest = Date.UTC(2024, 0, 31);
const iso = (time: number) => new Date(time).toISOString();

const flow = {
  id: 1,
  name: 'Flow',
  type: 'data_point',
  twinId: 5,
  keywords: [],
  options: {},
  version: 1,
  description: 'Discharge flow',
  mappedTagId: 7,
  mappedTagName: 'FI-7',
  unit: 'm3/h',
  latestValue: 6,
};
const tag = {
  id: 40,
  name: 'MEAN',
  caption: 'Mean flow',
  assetIds: [3],
  type: 'calculated',
  isCalculated: true,
  unit: 'm3/h',
  description: '',
  keywords: [],
  source: null,
  oldestTime: null,
  latestTime: iso(latest),
  latestValue: 12.5,
  fields: {},
  version: 4,
  logic: '[Flow] * 2',
  aliases: [
    { id: 1, name: 'Flow', mappedTagId: 7, mappedTagName: 'FI-7', type: 'data_point', calculatedTagId: 40 },
  ],
  completion: { bits: 15, percent: 100 },
  error: null,
  dataImportJobStatus: null,
  recalculationJobStatus: null,
};

const job = (change: Partial<JobStatus>): JobStatus => ({
  status: 'complete',
  percent: 100,
  lastUpdated: iso(latest),
  commandId: '0b6c1a52-58ee-4a52-9a57-0f7a1a2b3c4d',
  error: null,
  ...change,
});

let answers: Answers;
let asked: Asked[];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.stubGlobal('Worker', WorkerHere);
  const points = { times: [latest - hour, latest], values: [5, 6] };
  answers = {
    'GET /api/twins/5': () => Response.json({ id: 5, assetId: 3, assetName: 'Pump', level: 0, active: true }),
    'GET /api/twins/5/tag-aliases': () => Response.json([{ ...flow, latestTime: iso(latest) }]),
    'GET /api/twins/5/calculation-inputs': () =>
      Response.json([
        {
          name: 'Flow',
          mappedTagId: 7,
          mappedTagName: 'FI-7',
          isCalculated: false,
          unit: 'm3/h',
          description: '',
          cycle: null,
        },
      ]),
    'POST /api/tags/search': () => page([tag]),
    'GET /api/twins/5/calculated-tags': () => Response.json([{ ...tag, missing: [] }]),
    'GET /api/uom/units': () => Response.json([]),
    'GET /api/settings/user/units': () => Response.json({ units: {} }),
    'GET /api/tags/40': () => Response.json(tag),
    'GET /api/tags/7': () => Response.json({ id: 7, name: 'FI-7', latestTime: iso(latest) }),
    'GET /api/tags/7/data-points': ({ query }) =>
      Response.json(
        query.has('buckets')
          ? { tagId: 7, from: 0, to: latest, buckets: { width: 1, times: [0], count: [2] } }
          : { tagId: 7, from: 0, to: latest, points },
      ),
    'GET /api/tags/status': () =>
      Response.json([
        { id: 40, dataImportJobStatus: null, recalculationJobStatus: job({}) },
        { id: 7, dataImportJobStatus: job({ status: 'loading', percent: 40 }), recalculationJobStatus: null },
      ]),
  };
  asked = serve(answers);
});

const writer = { ...viewer, assignedRecordTypes: ['tag'] };
const open = (search = '', user = writer) =>
  show(<TwinTagsPage />, '/apps/twins/:id/tags', `/apps/twins/5/tags${search}`, user);

async function editor() {
  const field = await screen.findByRole('textbox', { name: 'Logic' });
  const view = EditorView.findFromDOM(field)!;
  const write = (text: string) =>
    act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
  return { view, write };
}
const cells = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
const findPutBody = () => asked.find(({ call }) => call === 'PUT /api/tags/40')?.body;

describe('the tags of a twin', () => {
  it('are listed with its calculated tags', async () => {
    open();
    await screen.findByRole('table', { name: 'Calculated tags' });
    await screen.findByText('Complete', { selector: 'td' });
    await screen.findByRole('table', { name: 'Inputs' });
    expect(cells('Calculated tags')).toEqual([
      ['MEAN', 'Mean flow', '100 %', '', 'Complete', '12.5 m3/h', '2024-01-31 12:00 AM'],
    ]);
    await waitFor(() =>
      expect(cells('Inputs')).toEqual([
        ['Flow', 'FI-7', 'Discharge flow', 'Importing 40 %', '6 m3/h', '2024-01-31 12:00 AM', ''],
      ]),
    );
    expect(screen.getByRole('link', { name: 'New calculated tag' }).getAttribute('href')).toBe(
      '/apps/twins/5/tags?tag=new',
    );
    expect(screen.getByRole('link', { name: 'MEAN' }).getAttribute('href')).toBe('/apps/twins/5/tags?tag=40');
  });

  it('show why one cannot be calculated', async () => {
    answers['GET /api/twins/5/calculated-tags'] = () =>
      Response.json([
        { ...tag, completion: { bits: 11, percent: 75 }, missing: ['No tag for B.'], error: 'A cycle.' },
      ]);
    open();
    await screen.findByText('Cannot be calculated');
    expect(screen.getByText('No tag for B.')).toBeDefined();
  });

  it('include inputs, which can be created and edited', async () => {
    answers['POST /api/tag-aliases'] = () => Response.json({}, { status: 201 });
    answers['PUT /api/tag-aliases/1'] = () =>
      Response.json({ message: 'There is an alias named Head already.' }, { status: 409 });
    open('', { ...viewer, assignedRecordTypes: ['twin', 'tag'] });
    await userEvent.click(await screen.findByRole('button', { name: 'New input' }));
    const dialog = await screen.findByRole('dialog', { name: 'New input' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Required.')).toBeDefined();
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Head');
    await userEvent.type(within(dialog).getByLabelText('Keywords'), 'lift, rise , lift');
    await userEvent.type(within(dialog).getByLabelText('Tolerance'), '5');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ call }) => call === 'POST /api/tag-aliases')?.body).toEqual({
      twinId: 5,
      calculatedTagId: null,
      type: 'data_point',
      name: 'Head',
      mappedTagId: null,
      description: '',
      keywords: ['lift', 'rise'],
      unit: null,
      options: { tolerance: 'PT5M' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Flow' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit input' }));
    const edit = await screen.findByRole('dialog', { name: 'Input Flow' });
    await userEvent.click(within(edit).getByRole('button', { name: 'Save' }));
    expect(await within(edit).findByText('There is an alias named Head already.')).toBeDefined();
  });

  it('show both versions of an input that was also changed by another user', async () => {
    answers['PUT /api/tag-aliases/1'] = ({ body }) =>
      (body as { version: number }).version === 9
        ? Response.json({})
        : Response.json(
            { message: 'Changed.', current: { ...flow, keywords: ['theirs'], version: 9 } },
            { status: 409 },
          );
    open('', { ...viewer, assignedRecordTypes: ['twin', 'tag'] });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Flow' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit input' }));
    await userEvent.type(await screen.findByLabelText('Tolerance'), '5');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const conflict = await screen.findByRole('dialog', { name: 'Changed by someone else' });
    const chosen = within(conflict).getAllByRole('radio', { checked: true });
    expect(chosen.map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Saved by someone elsetheirs',
      'Yours5 minutes',
    ]);
    await userEvent.click(within(conflict).getByRole('button', { name: 'Save selected versions' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.filter(({ call }) => call === 'PUT /api/tag-aliases/1').at(-1)?.body).toMatchObject({
      keywords: ['theirs'],
      options: { tolerance: 'PT5M' },
      version: 9,
    });
  });

  it('have points that can be deleted for a range, after confirmation', async () => {
    answers['DELETE /api/tags/7/data-points'] = () => Response.json({ deleted: 1200 });
    open('', { ...viewer, assignedRecordTypes: ['tag'] });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Flow' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete points' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete points' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete all points?' });
    expect(question.textContent).toContain('All points of FI-7 are deleted. This cannot be undone.');
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await screen.findByText('1,200 points were deleted.');
  });

  it('are read-only for users who may not write', async () => {
    open('', viewer);
    await screen.findByRole('table', { name: 'Calculated tags' });
    expect(screen.queryByRole('link', { name: 'New calculated tag' })).toBeNull();
  });
});

describe('a calculated tag', () => {
  it('shows the result of its logic over the last month while the text is edited', async () => {
    open('?tag=40&view=table');
    const { write } = await editor();
    const values = () => cells('Result values').map(([, value]) => value);
    await screen.findByRole('table', { name: 'Result values' });
    expect(values()).toEqual(['10', '12']);
    expect(screen.getByText('30 d up to 2024-01-31 12:00 AM')).toBeDefined();
    write('[Flow] * 3');
    await waitFor(() => expect(values()).toEqual(['15', '18']));
    expect(asked.filter(({ call }) => call === 'GET /api/tags/7/data-points')).toHaveLength(2);
  });

  it('shows the last valid result while the text has errors', async () => {
    open('?tag=40&view=table');
    const { write } = await editor();
    await screen.findByRole('group', { name: 'Result of the logic' });
    write('[Flow] * [Flwo]');
    const old = await screen.findByRole('group', { name: 'Result of the last valid logic' });
    expect(within(old).getByRole('alert').textContent).toBe('Unknown tag alias [Flwo]. Did you mean [Flow]?');
    expect(cells('Result values').map(([, value]) => value)).toEqual(['10', '12']);
    write('[Flow]');
    await screen.findByRole('group', { name: 'Result of the logic' });
  });

  it('is created with the twin’s inputs used by its logic', async () => {
    answers['POST /api/tags'] = () => Response.json([{ ...tag, id: 41 }], { status: 201 });
    answers['GET /api/tags/41'] = () => Response.json({ ...tag, id: 41 });
    const router = open('?tag=new');
    const { write } = await editor();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getAllByText('Required.')).toHaveLength(2);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    await userEvent.type(screen.getByLabelText('Name'), 'MEAN');
    await userEvent.type(screen.getByLabelText('Caption'), 'Mean flow');
    write('[Flow] / 2');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tag=41'));
    expect(asked.find(({ call }) => call === 'POST /api/tags')?.body).toEqual([
      {
        type: 'calculated',
        name: 'MEAN',
        caption: 'Mean flow',
        unit: null,
        description: '',
        keywords: [],
        source: null,
        assetIds: [3],
        logic: '[Flow] / 2',
        aliases: [{ name: 'Flow', mappedTagId: 7, unit: 'm3/h' }],
      },
    ]);
  });

  it('is saved with the version that was read', async () => {
    answers['PUT /api/tags/40'] = () => Response.json({ ...tag, caption: 'Other', version: 5 });
    open('?tag=40');
    await editor();
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    await userEvent.clear(screen.getByLabelText('Caption'));
    await userEvent.type(screen.getByLabelText('Caption'), 'Other');
    expect(screen.getByText('Unsaved changes')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    expect(findPutBody()).toMatchObject({ caption: 'Other', version: 4, logic: '[Flow] * 2' });
  });

  it('requires a decision on the unit of inputs before its unit changes', async () => {
    const none = { inputs: [], protections: [], calculatedTags: [] };
    const surge = { id: 3, name: 'Surge', twinId: 5, assetName: 'Pump' };
    answers['POST /api/tags/40/unit-change'] = ({ body }) =>
      Response.json(
        (body as { inputUnits: string }).inputUnits === 'keep' ? { ...none, protections: [surge] } : none,
      );
    answers['PUT /api/tags/40'] = () => Response.json({ ...tag, unit: 'L/h', version: 5 });
    open('?tag=40');
    await editor();
    await userEvent.clear(screen.getByLabelText('Unit'));
    await userEvent.type(screen.getByLabelText('Unit'), 'L/h');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const title = /^Change the unit of .* to L\/h\?$/;
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(within(dialog).getByText('Surge of Pump')).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
    expect(findPutBody()).toBeUndefined();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const again = await screen.findByRole('dialog', { name: title });
    await userEvent.click(within(again).getByRole('button', { name: 'Read inputs in L/h' }));
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    expect(findPutBody()).toMatchObject({ unit: 'L/h', inputUnits: 'follow', version: 4 });
  });

  it('shows both versions of a conflict, and saves the chosen fields', async () => {
    const theirs = { ...tag, caption: 'Theirs', logic: '[Flow] + 1', keywords: ['theirs'], version: 9 };
    let current = theirs;
    answers['PUT /api/tags/40'] = ({ body }) =>
      (body as { version: number }).version === current.version
        ? Response.json({ ...theirs, ...(body as object), version: current.version + 1 })
        : Response.json({ id: 'conflict', title: 'Conflict', message: 'Changed.', current }, { status: 409 });
    open('?tag=40');
    const { view } = await editor();
    await userEvent.type(screen.getByLabelText('Caption'), ' of mine');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Changed by someone else' });
    // Only they changed the logic, so theirs is suggested. Both changed the caption, so the user must choose.
    const chosen = within(dialog).getByRole('radio', { name: 'Saved by someone else [Flow] + 1' });
    expect((chosen as HTMLInputElement).checked).toBe(true);
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Yours Mean flow of mine' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save selected versions' }));
    await waitFor(() =>
      expect(asked.filter(({ call }) => call.startsWith('PUT')).at(-1)?.body).toMatchObject({
        version: 9,
        caption: 'Mean flow of mine',
        logic: '[Flow] + 1',
        keywords: ['theirs'],
      }),
    );
    const replaced = await editor();
    expect(replaced.view).not.toBe(view);
    expect(replaced.view.state.doc.toString()).toBe('[Flow] + 1');
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());

    current = { ...theirs, name: 'MEDIAN', caption: 'Theirs again', version: 12 };
    answers['GET /api/tags/40'] = () => Response.json(current);
    await userEvent.type(screen.getByLabelText('Caption'), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Saved by someone else Theirs again' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save selected versions' }));
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Caption').value).toBe('Theirs again'),
    );
    expect(await screen.findByRole('heading', { name: 'MEDIAN', level: 1 })).toBeDefined();
    expect(asked.filter(({ call }) => call.startsWith('PUT'))).toHaveLength(3);
  });

  it('shows the errors of the server at its fields, or above them', async () => {
    const message = 'Calculated tags depend on each other in a cycle: [MEAN] -> [MEAN].';
    answers['PUT /api/tags/40'] = () =>
      Response.json(
        { title: 'Invalid expression', message, errors: [{ path: 'logic', message }] },
        { status: 400 },
      );
    open('?tag=40');
    await editor();
    await userEvent.type(screen.getByLabelText('Caption'), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message));
    answers['PUT /api/tags/40'] = () =>
      Response.json(
        { message: 'x', errors: [{ path: 'caption', message: 'No such caption.' }] },
        { status: 400 },
      );
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('No such caption.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('requires confirmation before deletion, and again if it is in use', async () => {
    const message = 'The tag MEAN is in use: EFFICIENCY.';
    answers['DELETE /api/tags/40'] = ({ query }) =>
      query.get('unlink') === 'true'
        ? new Response(null, { status: 204 })
        : Response.json({ title: 'Conflict', message }, { status: 409 });
    const router = open('?tag=40');
    await editor();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete MEAN?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe(message);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Unlink and delete' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('shows the progress of its recalculation, and cancels it', async () => {
    const command = '0b6c1a52-58ee-4a52-9a57-0f7a1a2b3c4d';
    answers['GET /api/tags/status'] = () =>
      Response.json([{ id: 40, recalculationJobStatus: job({ status: 'running', percent: 40 }) }]);
    answers[`POST /api/commands/${command}/cancel`] = () =>
      Response.json({ commandId: command, status: 'running' }, { status: 202 });
    open('?tag=40');
    await editor();
    await screen.findByText('Recalculating. The old points are kept until it is done: 40 %');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Recalculate' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel recalculation' }));
    await waitFor(() =>
      expect(asked.map(({ call }) => call)).toContain(`POST /api/commands/${command}/cancel`),
    );
  });

  it('is read-only for users who may not write', async () => {
    open('?tag=40', viewer);
    const { view } = await editor();
    expect(view.state.readOnly).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true);
    for (const name of ['Save', 'Delete', 'Recalculate', 'Add input', 'Format']) {
      expect(screen.queryByRole('button', { name }), name).toBeNull();
    }
  });

  it('warns about unsaved changes, but not when only the view changes', async () => {
    const router = open('?tag=40');
    await editor();
    await userEvent.type(screen.getByLabelText('Caption'), '!');
    await userEvent.click(await screen.findByRole('button', { name: 'Table' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tag=40&view=table'));
    await userEvent.click(screen.getByRole('link', { name: 'Tags' }));
    await screen.findByRole('alertdialog', { name: 'Unsaved Changes' });
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});
