import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type {
  IndicatorPattern,
  IndicatorPatternChangeInput,
} from '@twinward/contracts/protections/indicator-pattern';
import type { TrainingStatus } from '@twinward/contracts/protections/pattern-training';
import type { PatternVersion } from '@twinward/contracts/protections/pattern-version';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { protectionWith } from '../../../testing/protections.ts';
import { type Answers, type Asked, serve, show, viewer } from '../../../testing/show.tsx';
import { TrainRoute } from './pattern-routes.tsx';

const hour = 3_600_000;
const oldest = Date.UTC(2014, 1, 10);
const latest = oldest + 100 * hour;
const iso = (hours: number) => new Date(oldest + hours * hour).toISOString();

const noMatch = { id: 1, name: 'No match', default: true, color: '#9E9E9E' };
const leak = { id: 2, name: 'Leak', default: false, color: '#D55E00' };
const initial: IndicatorPattern = {
  id: 4,
  indicatorId: 1,
  trainingStart: null,
  trainingEnd: null,
  patterns: [noMatch, leak],
  training: [{ patternId: 1, start: iso(0), end: iso(20) }],
  model: null,
  version: 7,
  pipeline: null,
  checksum: null,
  isCurrent: false,
  strictness: 'normal',
  confidence: 0.25,
  stepSeconds: null,
  condition: null,
  mostRefused: 0.2,
  mostWrong: 0.2,
};
const running: TrainingStatus = {
  indicatorPatternId: 4,
  indicatorId: 1,
  commandId: '00000000-0000-4000-8000-000000000001',
  time: iso(100),
  completion: { bits: 31, percent: 83 },
  jobStatusTime: iso(100),
  jobStatus: 'processing',
  log: ['Read 2,000 rows.'],
  notifyUsers: [],
  completionPercent: 40,
  checksum: 'abc',
  error: null,
  version: null,
};
const version: PatternVersion = {
  version: 2,
  createdAt: iso(100),
  createdBy: 1,
  appliedAt: null,
  inService: false,
  checksum: 'abc',
  modelChecksum: 'def',
  bytes: 1000,
  stepSeconds: 60,
  windows: [1, 4, 10],
  strictness: 'normal',
  condition: '[Temperature] > 5',
  evaluation: {
    confusion: [
      [90, 10],
      [20, 80],
    ],
    patterns: [
      {
        patternId: 1,
        name: 'No match',
        ranges: 2,
        samples: 500,
        isWholeRange: true,
        precision: 0.818,
        recall: 0.9,
      },
      {
        patternId: 2,
        name: 'Leak',
        ranges: 1,
        samples: 300,
        isWholeRange: false,
        precision: null,
        recall: 0.8,
      },
    ],
    refused: 0.05,
    macroF1: 0.8512,
    inputs: [{ tagAliasId: 3, tagAliasName: 'Temperature', importance: 1 }],
    leftOut: 0.1,
    warnings: ["'Leak' has a single range."],
    suggestsLenient: false,
  },
};

let set: IndicatorPattern;
let training: TrainingStatus | null;
let versions: PatternVersion[];
let asked: Asked[];
let answers: Answers;

beforeEach(() => {
  set = initial;
  training = null;
  versions = [];
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  HTMLElement.prototype.setPointerCapture ??= () => {};
  const status = () => (training === null ? new Response(null, { status: 204 }) : Response.json(training));
  answers = {
    'GET /api/indicators/1': () =>
      Response.json({
        ...protectionWith({ name: 'Seal' }),
        type: 'pattern',
        indicatorPattern: { id: 4, patterns: set.patterns, modelVersion: null, isCurrent: false },
      }),
    'GET /api/twins/5': () => Response.json({ id: 5, assetName: 'Pump', active: true, level: 0 }),
    'GET /api/twins/5/tag-aliases': () => Response.json([]),
    'GET /api/twins/5/known-history': () =>
      Response.json({ work: [], ranges: [], failureModes: [], knownUntil: latest }),
    'GET /api/twins/5/excursions/spans': () => Response.json([]),
    'GET /api/twins/5/excursions/tallies': () => Response.json([]),
    'GET /api/tags/7': () =>
      Response.json({ id: 7, oldestTime: iso(0), latestTime: new Date(latest).toISOString() }),
    'POST /api/tags/data-points/oldest': () => Response.json({ time: iso(0) }),
    'GET /api/uom/units': () => Response.json([]),
    'GET /api/settings/user/units': () => Response.json({ units: {} }),
    'GET /api/indicator-patterns/4': () => Response.json(set),
    'PUT /api/indicator-patterns/4': ({ body }) => {
      const { training: ranges } = body as IndicatorPatternChangeInput;
      set = { ...set, training: ranges as IndicatorPattern['training'], version: set.version + 1 };
      return Response.json(set);
    },
    'GET /api/indicator-patterns/4/train/status': status,
    'POST /api/indicator-patterns/4/train': () => {
      training = running;
      return Response.json({ commandId: running.commandId }, { status: 202 });
    },
    'POST /api/indicator-patterns/4/train/cancel': () => {
      training = { ...running, jobStatus: 'canceled' };
      return Response.json(training, { status: 202 });
    },
    'PUT /api/indicator-patterns/4/train/notify': () => {
      training = { ...running, notifyUsers: [viewer.id] };
      return Response.json(training);
    },
    'GET /api/indicator-patterns/4/versions': () => Response.json(versions),
  };
  asked = serve(answers);
});

const open = (recordTypes = ['protection']) =>
  show(<TrainRoute />, '/apps/protections/:id/train', '/apps/protections/1/train', {
    ...viewer,
    assignedRecordTypes: recordTypes,
  });
const sent = (call: string) => asked.filter((one) => one.call === call).map(({ body }) => body);
const layer = () => screen.findByRole('application', { name: 'Ranges over the signals' });
/** Pixels from the left edge. The plot has 1,112 of them; the range has a margin of 1.5 % on either side. */
const x = (hours: number) => 76 + ((hours + 1.5) / 103) * 1112;
const at = (hours: number) => ({
  clientX: x(hours),
  clientY: 50,
  button: 0,
  pointerId: 1,
  pointerType: 'mouse',
});

async function drag(element: Element, from: number, to: number): Promise<void> {
  fireEvent.pointerDown(element, at(from));
  fireEvent.pointerMove(element, at((from + to) / 2));
  fireEvent.pointerMove(element, at(to));
  fireEvent.pointerUp(element, at(to));
}
const ranges = async () =>
  within(await screen.findByRole('table', { name: 'Ranges' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map((cell) => cell.textContent),
    );

describe('the training page', () => {
  it('assigns a dragged range to the chosen pattern, and saves it before training', async () => {
    open();
    await drag(await layer(), 40, 50);
    expect(await ranges()).toEqual([
      ['No match', '2014-02-10 12:00 AM', '2014-02-10 8:00 PM', '20 h'],
      ['Leak', '2014-02-11 4:00 PM', '2014-02-12 2:00 AM', '10 h'],
    ]);
    expect(screen.getByText('Unsaved changes')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Train' }));
    await screen.findByText('Training 40 %');
    expect(sent('PUT /api/indicator-patterns/4')).toMatchObject([
      {
        version: 7,
        training: [
          { patternId: 1, start: iso(0), end: iso(20) },
          { patternId: 2, start: iso(40), end: iso(50) },
        ],
      },
    ]);
    expect(sent('POST /api/indicator-patterns/4/train')).toHaveLength(1);
  });

  it('continues from the saved patterns if saving their ranges failed', async () => {
    answers['PUT /api/indicator-patterns/4/patterns'] = () => {
      set = { ...set, patterns: [noMatch, leak, { ...leak, id: 9, name: 'Wear' }], version: 8 };
      return Response.json(set);
    };
    const accept = answers['PUT /api/indicator-patterns/4']!;
    answers['PUT /api/indicator-patterns/4'] = () =>
      Response.json({ message: 'The range is in the future.' }, { status: 400 });
    open();
    await layer();
    await userEvent.click(screen.getByRole('button', { name: 'Add pattern' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText(/^Name/), 'Wear');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    await drag(await layer(), 40, 50);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The range is in the future.')).toBeDefined();
    expect(screen.getByText('Unsaved changes')).toBeDefined();
    answers['PUT /api/indicator-patterns/4'] = accept;
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    expect(sent('PUT /api/indicator-patterns/4/patterns')).toMatchObject([
      { patterns: [{ id: 1 }, { id: 2 }, { name: 'Wear' }], version: 7 },
    ]);
    const body = { version: 8, training: [{ patternId: 1 }, { patternId: 9, start: iso(40), end: iso(50) }] };
    expect(sent('PUT /api/indicator-patterns/4')).toMatchObject([body, body]);
  });

  it('rejects a range that overlaps another, and names both', async () => {
    open();
    await drag(await layer(), 19, 30);
    expect(
      await screen.findByText(
        /^Leak, 2014-02-10 7:00 PM to 2014-02-11 6:00 AM, overlaps No match, 2014-02-10 12:00 AM to 2014-02-10 8:00 PM\./,
      ),
    ).toBeDefined();
    expect(await ranges()).toHaveLength(1);
  });

  it('moves, resizes and removes a range by its band', async () => {
    open();
    await layer();
    const band = await screen.findByRole('button', { name: /^Range of No match/ });
    await drag(band, 5, 15);
    expect((await ranges())[0]!.slice(1)).toEqual(['2014-02-10 10:00 AM', '2014-02-11 6:00 AM', '20 h']);
    await drag(band.querySelector('[data-grip=to]')!, 30, 40);
    expect((await ranges())[0]!.slice(1)).toEqual(['2014-02-10 10:00 AM', '2014-02-11 4:00 PM', '1 d 6 h']);
    fireEvent.keyDown(band, { key: 'Delete' });
    expect(await screen.findByText('No ranges yet.')).toBeDefined();
  });

  it('adds a range by its start and end fields', async () => {
    open();
    await layer();
    const form = await screen.findByRole('form', { name: 'Add a range' });
    await userEvent.click(within(form).getByRole('button', { name: 'Add range' }));
    expect(await within(form).findAllByText('Required.')).toHaveLength(2);
    for (const [name, typed] of [
      ['Start', '201402120100AM'],
      ['End', '201402120300AM'],
    ] as const) {
      const field = within(form).getByRole('group', { name });
      await userEvent.click(within(field).getByRole('spinbutton', { name: 'Year' }));
      await userEvent.keyboard(typed);
    }
    await userEvent.click(within(form).getByRole('button', { name: 'Add range' }));
    await waitFor(async () => expect(await ranges()).toHaveLength(2));
    expect((await ranges())[1]).toEqual(['Leak', '2014-02-12 1:00 AM', '2014-02-12 3:00 AM', '2 h']);
  });

  it('shows what is missing before a training', async () => {
    open();
    expect(await screen.findByText("Give 'Leak' at least one range.")).toBeDefined();
    expect(screen.getByRole('button', { name: 'Train' })).toHaveProperty('disabled', true);
  });

  it('shows a training, subscribes to its end, and cancels it', async () => {
    training = running;
    open();
    await screen.findByText('Training 40 %');
    expect(screen.getByText('Read 2,000 rows.')).toBeDefined();
    await userEvent.click(screen.getByLabelText('Notify me when it is done'));
    await waitFor(() =>
      expect(screen.getByLabelText('Notify me when it is done')).toHaveProperty('checked', true),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Cancel training' }));
    expect(await screen.findByText('The training was canceled. No version was created.')).toBeDefined();
  });

  it('can start again after a failed start', async () => {
    set = { ...initial, training: [...initial.training, { patternId: 2, start: iso(40), end: iso(50) }] };
    answers['POST /api/indicator-patterns/4/train'] = () =>
      Response.json({ message: 'It is being trained already.' }, { status: 409 });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Train' }));
    expect(await screen.findByText('It is being trained already.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Train' })).toHaveProperty('disabled', false);
  });

  it('shows the results of a version, and that ranges were changed since', async () => {
    set = {
      ...initial,
      model: { version: 1, createdAt: iso(90), bytes: 1, modelChecksum: '', stepSeconds: 60, windows: [1] },
    };
    versions = [version, { ...version, version: 1, inService: true, appliedAt: iso(90) }];
    answers['GET /api/indicator-patterns/4/versions/2/comparison'] = () =>
      Response.json({
        from: iso(0),
        to: iso(100),
        version: { version: 2, answered: 100, refused: 0, changes: [{ time: iso(10), patternId: 2 }] },
        inService: { version: 1, answered: 100, refused: 0, changes: [] },
        compared: 100,
        agreement: 0.75,
        pairs: [
          { version: 1, inService: 1, count: 75 },
          { version: 2, inService: 1, count: 25 },
        ],
      });
    answers['POST /api/indicator-patterns/4/versions/2/apply'] = () => Response.json(set);
    open();
    expect(await screen.findByText(/^Ranges have changed since the training\./)).toBeDefined();
    expect(await screen.findByText("'Leak' has a single range.")).toBeDefined();
    expect(await screen.findByText('The versions agree on 75 % of 100 times.')).toBeDefined();
    expect(screen.getByText('Compared from 2014-02-10 12:00 AM to 2014-02-14 4:00 AM.')).toBeDefined();
    expect(screen.getByRole('img', { name: 'Version 2: 1 in this range' })).toBeDefined();
    const matrix = screen.getByRole('table', { name: /^Held-out rows/ });
    expect(within(matrix).getByRole('row', { name: 'Leak 20 80' })).toBeDefined();
    const figures = screen.getByRole('table', { name: 'Figures by pattern' });
    expect(within(figures).getByRole('row', { name: /^Leak – 80 % 1 300 Last third/ })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Put version 2 in service' }));
    const dialog = await screen.findByRole('alertdialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Put in service' }));
    await waitFor(() => expect(sent('POST /api/indicator-patterns/4/versions/2/apply')).toHaveLength(1));
  });

  it('shows which part of a long history is compared', async () => {
    const model = { version: 1, createdAt: iso(90), bytes: 1, modelChecksum: '', windows: [1] };
    set = { ...initial, model: { ...model, stepSeconds: 1 } };
    versions = [version, { ...version, version: 1, inService: true, stepSeconds: 1 }];
    answers['GET /api/indicator-patterns/4/versions/2/comparison'] = ({ query }) => {
      const [from, to] = ['from', 'to'].map((name) => new Date(Number(query.get(name))).toISOString());
      const answered = { answered: 0, refused: 0, changes: [] };
      return Response.json({
        from,
        to,
        version: { ...answered, version: 2 },
        inService: { ...answered, version: 1 },
        compared: 0,
        agreement: null,
        pairs: [],
      });
    };
    open();
    expect(
      await screen.findByText(
        /^Compared from 2014-02-11 8:43 PM to 2014-02-14 4:00 AM: the latest 199,000 steps of the visible range\./,
      ),
    ).toBeDefined();
  });

  it('finds similar ranges, and adds one by a click', async () => {
    const search = {
      commandId: running.commandId,
      status: 'done',
      percent: 100,
      error: null,
      start: iso(0),
      end: iso(20),
      stretches: [
        { start: iso(30), end: iso(50), distance: 0.21 },
        { start: iso(10), end: iso(30), distance: 0.3 },
      ],
    };
    answers['POST /api/indicator-patterns/4/similar'] = () =>
      Response.json({ commandId: search.commandId }, { status: 202 });
    answers[`GET /api/indicator-patterns/4/similar/${search.commandId}`] = () => Response.json(search);
    open();
    await layer();
    await userEvent.click(await screen.findByRole('button', { name: /^Actions for No match/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Find similar' }));
    const table = await screen.findByRole('table', { name: 'Similar ranges' });
    // Overlapping ranges are omitted.
    expect(within(table).getAllByRole('row')).toHaveLength(2);
    await userEvent.click(
      within(table).getByRole('button', { name: /^Assign 2014-02-11 6:00 AM to No match/ }),
    );
    await userEvent.click(screen.getByRole('tab', { name: 'Ranges (2)' }));
    expect((await ranges())[1]).toEqual(['No match', '2014-02-11 6:00 AM', '2014-02-12 2:00 AM', '20 h']);
  });

  it('adds proposed ranges by a click', async () => {
    answers['GET /api/indicator-patterns/4/proposals'] = () =>
      Response.json({
        length: 'P1D',
        lengthSource: 'assumed',
        ranges: [
          {
            kind: 'event',
            start: iso(60),
            end: iso(70),
            event: { type: 'work', id: 8, name: 'Seal replaced', time: iso(70) },
            unrest: null,
          },
        ],
      });
    open();
    await layer();
    await userEvent.click(screen.getByRole('tab', { name: 'Proposals' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Assign Seal replaced, .* to Leak/ }));
    expect(await screen.findByText('No proposals.')).toBeDefined();
    expect(screen.getByRole('tab', { name: 'Ranges (2)' })).toBeDefined();
  });

  it('is read-only for viewers', async () => {
    training = running;
    open([]);
    await screen.findByText('Training 40 %');
    expect(screen.getByLabelText('Notify me when it is done')).toBeDefined();
    expect(await ranges()).toHaveLength(1);
    expect(screen.queryByRole('application', { name: 'Ranges over the signals' })).toBeNull();
    for (const name of ['Save', 'Train', 'Cancel training', 'Add pattern', 'Add range']) {
      expect(screen.queryByRole('button', { name }), name).toBeNull();
    }
    expect(screen.queryByRole('button', { name: /^Actions for No match/ })).toBeNull();
    expect(screen.getByLabelText('Strictness')).toHaveProperty('disabled', true);
  });
});
