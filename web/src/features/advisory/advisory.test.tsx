import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Advisory, AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import { describe, expect, it, vi } from 'vitest';
import { page, serve, show, viewer } from '../../testing/show.tsx';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { AdvisoriesPage } from './advisories-page.tsx';
import { advisoryListBody, createdLabel } from './advisory-list.ts';
import { AdvisoryPage } from './advisory-page.tsx';

const writer = { ...viewer, assignedRecordTypes: ['advisory'] };

const summary: AdvisorySummary = {
  id: 4,
  twinId: 7,
  assetName: 'Pump 7',
  name: 'Hot of Bearing',
  state: 'active',
  source: 'rule',
  protection: { id: 3, name: 'Bearing' },
  threshold: { id: 5, name: 'Hot' },
  level: 900,
  priority: 2,
  risk: 20_000,
  targetDate: '2014-02-20T12:00:00Z',
  overdue: true,
  occurrenceCount: 2,
  lastOccurrence: '2014-02-19T10:00:00Z',
  outcome: null,
  remediation: null,
  createdBy: null,
  createdAt: '2014-02-18T10:00:00Z',
  updatedAt: '2014-02-19T10:00:00Z',
  closedAt: null,
  fields: {},
  version: 6,
};

const advisory: Advisory = {
  ...summary,
  comment: 'Grease it.',
  activityId: null,
  failureModes: [{ id: 9, name: 'Seizes', risk: 20_000 }],
  reviewerUserIds: [],
  reviewerGroupIds: [],
  targetHorizon: 'P7D',
  work: null,
  workRequest: {
    key: '1cfc6a1e-5ee8-4d0c-9b5e-4e1d3f0d5a11',
    request: { type: 'M2', priority: '1', status: null, shortDescription: 'Grease', description: '' },
    connection: null,
    number: null,
    status: 'not sent: no connection',
    phase: null,
    url: null,
    sentAt: null,
    checkedAt: null,
    error: null,
    attempts: 0,
    retryAt: null,
    workId: null,
    createdAt: '2014-02-18T10:00:00Z',
  },
  remediationId: null,
  signal: { tagId: 8, alias: 'Temperature' },
  rationalization: {
    cause: 'The bearing runs dry',
    consequence: '',
    response: 'Grease it',
    timeToRespond: 'PT8H',
  },
  occurrences: [
    { start: '2014-02-19T10:00:00.000Z', end: '2014-02-19T11:00:00.000Z', isOpen: false, evaluatedTo: null },
    { start: '2014-02-18T10:00:00.000Z', end: '2014-02-18T11:00:00.000Z', isOpen: false, evaluatedTo: null },
  ],
  comments: [{ id: 1, text: 'Looks worn.', userName: 'bob', createdAt: '2014-02-19T10:00:00Z' }],
  attachments: [
    {
      id: 2,
      name: 'Bearing.png',
      type: 'image/png',
      size: 1_500_000,
      userName: 'bob',
      createdAt: '2014-02-19T10:00:00Z',
    },
  ],
  history: [
    {
      id: 1,
      time: '2014-02-18T10:00:00Z',
      userName: null,
      action: 'make',
      from: null,
      to: 'active',
      reason: '2014-02-18T10:00:00.000Z',
    },
  ],
  transitions: ['cancel', 'close'],
};

const url = '/apps/twins/7/advisories/4';
const path = '/apps/twins/:twinId/advisories/:id';
const remediations = {
  id: 1,
  isStandard: true,
  name: 'REMEDIATION',
  description: '',
  dataType: 'C',
  configuration: { categories: [], items: [{ id: 12, caption: 'Repair', category: null, value: '2' }] },
};
const answers = {
  'GET /api/advisories/4': () => Response.json(advisory),
  'GET /api/twins/7/activities': () => Response.json([]),
  'GET /api/lists/load/1': () => Response.json(remediations),
};

describe('the list of advisories', () => {
  it('marks overdue advisories, and links to each', async () => {
    serve({ 'POST /api/advisories/filters': () => page([summary]) });
    show(<AdvisoriesPage />, '/apps/advisories', '/apps/advisories');
    const link = await screen.findByRole('link', { name: 'Hot of Bearing' });
    expect(link.getAttribute('href')).toBe('/apps/twins/7/advisories/4');
    const row = link.closest('tr')!;
    expect(row.textContent).toMatch(/^Hot of BearingPump 7ActiveLevel 9002\$20,0002014-02-20overdue/);
  });

  it('sends the filters of the URL to the server', async () => {
    const asked = serve({ 'POST /api/advisories/filters': () => page([]) });
    const address = '/apps/advisories?state=open&attention=review&level=751-1000&sort=-Level';
    show(<AdvisoriesPage />, '/apps/advisories', address);
    expect(await screen.findByText('No results found.')).toBeTruthy();
    expect(asked.find(({ call }) => call === 'POST /api/advisories/filters')!.body).toEqual({
      filters: [
        { field: 'State', operator: 'In', value: ['draft', 'submitted', 'active'], dataType: 'C' },
        { field: 'ToReview', operator: 'EqualTo', value: true, dataType: 'B' },
        { field: 'Level', operator: 'GreaterThanEqualTo', value: 751, dataType: 'N' },
        { field: 'Level', operator: 'LessThanEqualTo', value: 1000, dataType: 'N' },
      ],
      sorts: [{ field: 'Level', direction: 'Descending' }],
    });
    for (const label of ['Open', 'For me to review', 'Level 751–1000']) {
      expect(screen.getAllByText(label).length).toBeGreaterThan(0);
    }
  });

  it('shows only advisories created in a range', () => {
    const sort = { field: 'Name', direction: 'Ascending' } as const;
    const made = '2026-02-01T00:00:00.000Z/2026-03-01T00:00:00.000Z';
    expect(advisoryListBody({ created: made }, sort).filters).toEqual([
      { field: 'Created', operator: 'GreaterThanEqualTo', value: '2026-02-01T00:00:00.000Z', dataType: 'D' },
      { field: 'Created', operator: 'LessThan', value: '2026-03-01T00:00:00.000Z', dataType: 'D' },
    ]);
    expect(createdLabel(made, 'UTC')).toBe('Created 2026-02-01 12:00 AM to 2026-03-01 12:00 AM');
    expect(advisoryListBody({ created: 'lately' }, sort).filters).toEqual([]);
  });

  it('shows only advisories of a twin that match a search text', () => {
    expect(
      advisoryListBody({ search: 'pump', outcome: 'prevented' }, { field: 'Name', direction: 'Ascending' }, 7)
        .filters,
    ).toEqual([
      { field: 'TwinId', operator: 'EqualTo', value: 7, dataType: 'N' },
      {
        operator: 'GroupOr',
        filters: [
          { field: 'Name', operator: 'Contains', value: 'pump', dataType: 'C' },
          { field: 'AssetName', operator: 'Contains', value: 'pump', dataType: 'C' },
        ],
      },
      { field: 'Outcome', operator: 'EqualTo', value: 'prevented', dataType: 'C' },
    ]);
  });

  it('changes selected advisories with one command, and shows which were rejected', async () => {
    const asked = serve({
      'POST /api/advisories/filters': () => page([summary, { ...summary, id: 5, state: 'draft' }]),
      'POST /api/advisories/transition': () => Response.json({ commandId: 'c' }, { status: 202 }),
      'GET /api/commands/c': () =>
        Response.json({
          commandId: 'c',
          type: 'change-advisories',
          targetName: 'Submit 2 advisories',
          status: 'done',
          percent: 100,
          error: null,
          result: {
            changed: 1,
            refused: 1,
            reasons: [{ advisoryId: 4, message: 'Only a draft can be submitted; this one is active.' }],
          },
        }),
    });
    show(<AdvisoriesPage />, '/apps/advisories', '/apps/advisories', writer);
    for (const box of await screen.findAllByRole('checkbox', { name: /^Select / })) fireEvent.click(box);
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Submit 2 advisories: 1 done, 1 refused.')).toBeTruthy();
    expect(screen.getByText('Only a draft can be submitted; this one is active.')).toBeTruthy();
    expect(asked.find(({ call }) => call === 'POST /api/advisories/transition')!.body).toEqual({
      advisoryIds: [4, 5],
      transition: 'submit',
      reason: '',
      remediationId: null,
      outcome: null,
    });
  });

  it('sets fields of selected advisories, and preserves fields that are not switched on', async () => {
    const asked = serve({
      'POST /api/advisories/filters': () => page([summary, { ...summary, id: 5, state: 'draft' }]),
      'POST /api/advisories/changes': () => Response.json({ commandId: 'c' }, { status: 202 }),
    });
    show(<AdvisoriesPage />, '/apps/advisories', '/apps/advisories', writer);
    for (const box of await screen.findAllByRole('checkbox', { name: /^Select / })) fireEvent.click(box);
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change: 2 selected' });
    const save = within(dialog).getByRole('button', { name: 'Change' }) as HTMLButtonElement;
    expect(save.disabled).toBe(true);
    fireEvent.click(within(dialog).getByLabelText('Set the priority'));
    const priority = within(dialog).getByLabelText('Priority');
    fireEvent.change(priority, { target: { value: '1001' } });
    expect(await within(dialog).findByText('Please enter a number between 0 and 1000.')).toBeTruthy();
    expect(save.disabled).toBe(true);
    fireEvent.change(priority, { target: { value: '1' } });
    fireEvent.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ call }) => call === 'POST /api/advisories/changes')!.body).toEqual({
      advisoryIds: [4, 5],
      change: { priority: 1 },
    });
  });
});

describe('one advisory', () => {
  it('shows its history, links to its signal, and the status of its work', async () => {
    serve(answers);
    show(<AdvisoryPage />, path, url);
    expect(await screen.findByText('Grease it.')).toBeTruthy();
    const toDo = screen.getByRole('region', { name: 'What to do' });
    expect(toDo.textContent).toBe(
      'What to doCauseThe bearing runs dryResponseGrease itRespond within8 hours',
    );
    const [first] = within(screen.getByRole('list', { name: 'Occurrences' })).getAllByRole('listitem');
    expect(first!.textContent).toBe('2014-02-19 10:00 AM1 hTemperatureMonitor');
    const range = new URLSearchParams({ from: '2014-02-19T04:00:00.000Z', to: '2014-02-19T17:00:00.000Z' });
    expect(within(first!).getByRole('link', { name: 'Temperature' }).getAttribute('href')).toBe(
      `/apps/twins/7/tags/8/explore?${range}`,
    );
    expect(screen.getByText('not sent: no connection')).toBeTruthy();
    expect(screen.getByText('1.5 MB', { exact: false })).toBeTruthy();
    expect(screen.getByText('Created by Twinward: excursion of 2014-02-18 10:00 AM')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Attach' })).toBeNull();
  });

  it('shows the signal of its latest excursion with its limits, and similar cases with their outcome', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
    const at = Date.parse('2014-02-19T10:00:00Z');
    const asked = serve({
      ...answers,
      'GET /api/tags/8': () => Response.json({ id: 8, name: 'TI-8', unit: 'Cel', type: 'data_point' }),
      'GET /api/tags/8/data-points': () =>
        Response.json({ points: { times: [at - 60_000, at, at + 60_000], values: [70, 101, 90] } }),
      'GET /api/twins/7/protections': () =>
        page([
          {
            id: 3,
            name: 'Bearing',
            thresholds: [{ id: 5, name: 'Hot', alias: null, logic: '[Temperature] > 80', level: 900 }],
            inputs: [{ alias: 'Temperature', tagId: 8, tagName: 'TI-8', unit: 'Cel' }],
          },
        ]),
      'GET /api/twins/7/excursions/spans': () => Response.json([]),
      'GET /api/uom/units': () => Response.json([]),
      'GET /api/settings/user/units': () => Response.json({ units: {} }),
      'GET /api/annotations': () => Response.json([]),
      'GET /api/advisories/4/similar': () =>
        page(
          [
            {
              ...summary,
              id: 2,
              name: 'Hot before',
              state: 'closed',
              outcome: 'prevented',
              remediation: 'Repair',
              closedAt: '2013-02-19T10:00:00Z',
            },
          ],
          11,
        ),
    });
    show(<AdvisoryPage />, path, url);
    const shown = await screen.findByRole('region', { name: 'Latest excursion' });
    expect(
      await within(shown).findByRole('application', { name: 'Chart of Temperature in °C' }),
    ).toBeTruthy();
    expect(await within(shown).findByTitle('Bearing: Hot > 80 °C')).toBeTruthy();
    expect(await within(shown).findByText('During the excursion: 90 to 101 °C')).toBeTruthy();
    const { query } = asked.find(({ call }) => call === 'GET /api/annotations')!;
    expect([query.get('from'), query.get('to')]).toEqual([
      String(at - 6 * 3_600_000),
      String(at + 7 * 3_600_000),
    ]);
    expect(screen.getByLabelText('Printed page').textContent).toMatch(/^Databasedemo.+ by adaAddresshttp/);
    const table = await screen.findByRole('table', { name: 'Similar past cases' });
    expect(within(table).getByRole('link', { name: 'Hot before' }).getAttribute('href')).toBe(
      '/apps/twins/7/advisories/2',
    );
    expect(within(table).getByText('Prevented')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /page 2/i }));
    await waitFor(() =>
      expect(
        asked
          .filter(({ call }) => call === 'GET /api/advisories/4/similar')
          .at(-1)!
          .query.get('page-number'),
      ).toBe('2'),
    );
  });

  it('explains its level and its risk', async () => {
    serve(answers);
    show(<AdvisoryPage />, path, url);
    fireEvent.click(await screen.findByRole('button', { name: 'Why the level of the advisory' }));
    const level = within(screen.getByRole('dialog'));
    expect(level.getByText('The level of the threshold when the advisory was created')).toBeTruthy();
    for (const text of ['Hot', 'Bearing', '2014-02-18 10:00 AM']) {
      expect(level.getAllByText(text).length, text).toBeGreaterThan(0);
    }
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Why the risk of the advisory' }));
    const risk = within(screen.getByRole('dialog'));
    expect(risk.getByText(/over its failure modes$/)).toBeTruthy();
    expect(risk.getByText('Seizes')).toBeTruthy();
    expect(risk.getByText('$20,000')).toBeTruthy();
    expect(risk.getByRole('link', { name: 'Risk of the twin' }).getAttribute('href')).toBe(
      '/apps/twins/7/risk',
    );
  });

  it('requires outcome and remediation before it is closed', async () => {
    const asked = serve({
      ...answers,
      'POST /api/advisories/4/transition': ({ body }) =>
        (body as { transition: string }).transition === 'close'
          ? Response.json({ ...advisory, state: 'closed', version: 7, transitions: ['reopen'] })
          : Response.json({ message: 'The advisory was changed by another user.' }, { status: 409 }),
    });
    const shown = (
      <>
        <AdvisoryPage />
        <Announcer />
      </>
    );
    show(shown, path, url, writer);
    fireEvent.click(await screen.findByRole('button', { name: 'Close advisory' }));
    const dialog = await screen.findByRole('dialog');
    const select = await within(dialog).findByLabelText('Remediation');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close advisory' }));
    expect(within(dialog).getAllByText('Required.')).toHaveLength(2);
    expect(asked.some(({ call }) => call === 'POST /api/advisories/4/transition')).toBe(false);
    fireEvent.click(within(dialog).getByRole('radio', { name: /^False alarm/ }));
    fireEvent.change(select, { target: { value: '12' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close advisory' }));
    await waitFor(() =>
      expect(asked.find(({ call }) => call === 'POST /api/advisories/4/transition')?.body).toEqual({
        transition: 'close',
        version: 6,
        reason: '',
        remediationId: 12,
        outcome: 'false-alarm',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The advisory was changed by another user.')).toBeTruthy();
    expect(asked.filter(({ call }) => call === 'POST /api/advisories/4/transition').at(-1)!.body).toEqual({
      transition: 'reopen',
      reason: 'Closing was undone.',
      version: 7,
    });
  });

  it('is approved at once, and shows why the approval failed', async () => {
    serve({
      ...answers,
      'GET /api/advisories/4': () =>
        Response.json({ ...advisory, state: 'submitted', transitions: ['approve', 'reject'] }),
      'POST /api/advisories/4/transition': () =>
        Response.json(
          { message: 'Only a submitted advisory can be approved; this one is active.' },
          { status: 409 },
        ),
    });
    show(<AdvisoryPage />, path, url);
    fireEvent.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(
      await screen.findByText('Only a submitted advisory can be approved; this one is active.'),
    ).toBeTruthy();
  });

  it('accepts comments from users who may only view it', async () => {
    const asked = serve({
      ...answers,
      'POST /api/advisories/4/comments': () =>
        Response.json(
          { id: 2, text: 'Ordered.', userName: 'ada', createdAt: '2014-02-19T10:00:00Z' },
          { status: 201 },
        ),
    });
    show(<AdvisoryPage />, path, url);
    const field = (await screen.findByLabelText('Add a comment')) as HTMLTextAreaElement;
    fireEvent.change(field, { target: { value: 'Ordered.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(field.value).toBe(''));
    expect(asked.find(({ call }) => call === 'POST /api/advisories/4/comments')!.body).toEqual({
      text: 'Ordered.',
    });
  });

  it('redirects to the not-found page if it does not exist or belongs to another twin', async () => {
    serve({ 'GET /api/advisories/4': () => Response.json({ ...advisory, twinId: 8 }) });
    const router = show(<AdvisoryPage />, path, url);
    await waitFor(() => expect(router.state.location.pathname).toBe('/notfound'));
  });
});
