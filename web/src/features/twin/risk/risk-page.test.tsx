import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TwinRiskHistory } from '@twinward/contracts/questions/risk-history';
import type { Twin } from '@twinward/contracts/twins/twin';
import { daysToDuration } from '@twinward/domain/duration';
import { meanTimeBetweenFailures } from '@twinward/domain/risk/constant-rate';
import { expect, it } from 'vitest';
import { type Answers, page, serve, show, viewer } from '../../../testing/show.tsx';
import { consequenceWith, failureModeWith, probabilityWith, twinWith } from '../../../testing/twins.ts';
import { RiskPage } from './risk-page.tsx';

/** The scale that gives a percentage over the mission of the twin. */
const toScale = (percent: number): string => daysToDuration(meanTimeBetweenFailures(percent, 365));
const engineer = { ...viewer, assignedRecordTypes: ['twin'] };
const card = (name: string) => within(screen.getByRole('group', { name }));

const history: TwinRiskHistory = {
  today: '2024-03-10',
  from: '2023-03-11',
  firstDay: '2024-03-01',
  steps: [
    { from: '2024-03-01', until: '2024-03-05', probability: 12, consequence: 1000, risk: 120, level: 0 },
    { from: '2024-03-05', until: null, probability: 12, consequence: 2000, risk: 240, level: 900 },
  ],
  failureModes: [
    {
      id: 3,
      name: 'Wear',
      isDeleted: true,
      steps: [
        { from: '2024-03-01', until: '2024-03-02', probability: 5, consequence: 100, risk: 5, level: null },
      ],
    },
  ],
};

function open(twin: Twin, answers: Answers = {}, user = engineer) {
  const asked = serve({
    'GET /api/twins/7': () => Response.json(twin),
    'GET /api/twins/7/failure-modes': () => page([], 0),
    'GET /api/twins/7/protections': () => page([], 0),
    'GET /api/risk-history/twins/7': () => Response.json(history),
    ...answers,
  });
  show(<RiskPage />, '/apps/twins/:id/risk', '/apps/twins/7/risk', user);
  return asked;
}

it('explains each figure, and is read-only for users who may not write', async () => {
  open(twinWith(), {}, viewer);
  await screen.findByRole('heading', { name: 'Pump 7' });
  expect(card('Probability').getByText('12 %')).toBeTruthy();
  expect(card('Probability').getByText('Weibull, shape 2, characteristic life 1,000 days')).toBeTruthy();
  expect(card('Consequence').getByText('$250,000')).toBeTruthy();
  expect(card('Risk').getByText('$30,000')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit probability' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Why the risk' }));
  expect(screen.getByRole('dialog').textContent).toContain('Risk = probability / 100 × consequence');
});

it.each<[name: string, percent: number, scale: string | null]>([
  ['a distribution', 12, null],
  ...[7, 57, 98].map((percent): [string, number, string] => [`${percent} %`, percent, toScale(percent)]),
])('ends the curve of %s at the figures of the cards', async (_, percent, scale) => {
  const probability =
    scale === null
      ? probabilityWith(percent)
      : probabilityWith(percent, { distribution: 'none', type: 'none', scale });
  open(twinWith({ probability, consequence: consequenceWith(250_000), risk: percent * 2500 }), {}, viewer);
  const money = `$${(percent * 2500).toLocaleString('en-US')}`;
  expect(await screen.findByRole('heading', { name: 'Pump 7' })).toBeTruthy();
  expect(card('Probability').getByText(`${percent} %`)).toBeTruthy();
  expect(card('Risk').getByText(money)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = screen.getByRole('table', { name: 'Probability over time' });
  const last = within(within(table).getAllByRole('row').at(-1)!).getAllByRole('cell');
  expect(last.map((cell) => cell.textContent)).toEqual(['2015-01-01', `${percent}%`, money]);
});

it('shows what is missing for a probability and risk that are set', async () => {
  open(twinWith({ startDate: null, missionTime: null, probability: probabilityWith(null), risk: null }));
  const needs = 'Needs start date and mission time';
  expect(await screen.findAllByText(needs)).toHaveLength(2);
  expect(screen.queryByText('Not set')).toBeNull();
  await userEvent.click(card('Risk').getByRole('button', { name: 'Why the risk' }));
  expect(within(screen.getByRole('dialog')).getByText(needs.toLowerCase())).toBeTruthy();
});

it('shows the errors of a distribution at its fields', async () => {
  open(twinWith());
  await userEvent.click(await screen.findByRole('button', { name: 'Edit probability' }));
  const shape = card('Probability').getByRole('textbox', { name: 'Shape β' });
  await userEvent.clear(shape);
  await userEvent.type(shape, '-1');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await card('Probability').findByText('Please enter a positive number.')).toBeTruthy();
});

it('rejects a percentage without a mission', async () => {
  open(twinWith({ startDate: null, probability: null, consequence: null, risk: null }));
  await userEvent.click(await screen.findByRole('button', { name: 'Set probability' }));
  const field = card('Probability').getByRole('textbox', { name: 'Probability' });
  expect((field as HTMLInputElement).readOnly).toBe(true);
  expect(card('Probability').getAllByText('Probability % needs a start date and mission time').length).toBe(
    2,
  );
  expect(screen.getByText('Unable to generate chart. No distribution function specified.')).toBeTruthy();
});

it('saves only changes', async () => {
  const saved = twinWith({ consequence: consequenceWith(500, 'Line stop'), risk: 60, version: 2 });
  const asked = open(twinWith(), { 'PUT /api/twins/with-risk': () => Response.json(saved) });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit consequence' }));
  const cost = card('Consequence').getByRole('textbox', { name: 'Cost of failure' });
  await userEvent.clear(cost);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(card('Consequence').getByText('Required.')).toBeTruthy();
  await userEvent.type(cost, '500');
  expect(card('Risk').getByText('$60')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  expect(asked.filter(({ call }) => call === 'PUT /api/twins/with-risk').map(({ body }) => body)).toEqual([
    {
      twin: {
        id: 7,
        version: 1,
        startDate: '2014-01-01T00:00:00.000Z',
        missionTime: 'P365D',
        dirtyFlags: [],
      },
      probability: null,
      consequence: {
        lifeCycleState: null,
        value: 500,
        scale: 'dollars',
        description: 'Line stop',
        library: false,
      },
    },
  ]);
});

it('shows both versions of a conflict, and saves the chosen fields', async () => {
  const theirs = twinWith({
    consequence: consequenceWith(700, 'Line stop'),
    missionTime: 'P730D',
    version: 2,
  });
  let tries = 0;
  const asked = open(twinWith(), {
    'PUT /api/twins/with-risk': () => {
      tries += 1;
      return tries === 1
        ? Response.json({ id: 'conflict', message: 'Changed.', current: theirs }, { status: 409 })
        : Response.json({ ...theirs, consequence: consequenceWith(500, 'Line stop'), version: 3 });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit consequence' }));
  const cost = card('Consequence').getByRole('textbox', { name: 'Cost of failure' });
  await userEvent.clear(cost);
  await userEvent.type(cost, '500');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Changed by someone else' }));
  // Only they changed the mission, so theirs is suggested. Both changed the cost, so the user must choose.
  expect(
    dialog.getByRole<HTMLInputElement>('radio', { name: 'Saved by someone else 730 days' }).checked,
  ).toBe(true);
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save selected versions' });
  expect(save.disabled).toBe(true);
  await userEvent.click(dialog.getByRole('radio', { name: /^Yours \$500/ }));
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter(({ call }) => call === 'PUT /api/twins/with-risk')[1]!.body).toMatchObject({
    twin: { version: 2, missionTime: 'P730D', dirtyFlags: [] },
    probability: null,
    consequence: { value: 500 },
  });
});

it('shows the combined figures of the failure modes if the twin has no own figures', async () => {
  const none = (scale: string) => ({ distribution: 'none', type: 'none', scale }) as const;
  const modes = [
    failureModeWith({
      id: 1,
      name: 'Wear',
      probability: probabilityWith(20, none('P1635DT60000S')),
      consequence: consequenceWith(1000),
      risk: 200,
      protectionIds: [3],
    }),
    failureModeWith({ id: 2, name: 'Leak', probability: probabilityWith(12), consequence: null }),
  ];
  open(twinWith({ probability: null, risk: null }), {
    'GET /api/twins/7/failure-modes': () => page(modes, 2),
  });
  const sum = await screen.findByRole('group', { name: 'From the failure modes' });
  expect(sum.textContent).toContain('From the failure modes: 29 %');
  expect(sum.textContent).toContain('$200');
  expect(sum.textContent).toContain('Assumes independent failure modes.');
  expect(sum.textContent).toContain('1 of 2 has no consequence and adds no risk.');
  const rows = within(screen.getByRole('table', { name: 'Failure modes' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Wear20 %\$1,000\$2001$/),
    expect.stringMatching(/^Leak12 %––None$/),
  ]);
});

it('shows the history of the risk of the twin and of its failure modes', async () => {
  open(twinWith(), {}, viewer);
  const section = within(await screen.findByRole('region', { name: 'History' }));
  expect(await section.findByRole('img', { name: 'Risk by day from 2023-03-11 to 2024-03-10' })).toBeTruthy();
  await userEvent.click(section.getByRole('button', { name: 'Show as table' }));
  const rows = () => section.getAllByRole('row').map((row) => row.textContent);
  expect(rows().slice(1)).toEqual(['2024-03-0512 %$2,000$240Level 900', '2024-03-0112 %$1,000$120Level 0']);
  await userEvent.selectOptions(section.getByRole('combobox', { name: 'History of' }), 'Wear (deleted)');
  expect(rows().slice(1)).toEqual(['2024-03-015 %$100$5']);
});
