import type { ModelDefinition, ModelDefinitionInput } from '@twinward/contracts/library/definition';
import { expect, it } from 'vitest';
import { checkDefinition } from './check.ts';
import { createDefinition, pump } from './testing/definitions.ts';

const problems = (definition: ModelDefinition) =>
  checkDefinition(definition).map(({ kind, part, field, message }) => [kind, part, field, message]);
const findProblems = (input: ModelDefinitionInput) => problems(createDefinition(input));

it('finds no problems in a valid definition', () => {
  expect(checkDefinition(pump)).toEqual([]);
  expect(findProblems({})).toEqual([]);
});

it('reports logic that does not compile, with its threshold', () => {
  const copy = structuredClone(pump);
  copy.indicators[0]!.thresholds[0]!.logic = '[Vibratoin] > 4';
  copy.indicators[0]!.thresholds[1]!.deadband = 1;
  copy.indicators[0]!.thresholds[1]!.logic = '[Vibration] > 4 AND [Power] > 1';
  expect(problems(copy)).toEqual([
    ['thresholds', 'Alarm', 'logic', 'Unknown tag alias [Vibratoin]. Did you mean [Vibration]?'],
    ['thresholds', 'Trip', 'deadband', expect.stringContaining('deadband')],
  ]);
});

it('checks logic with the declared parameters', () => {
  const copy = structuredClone(pump);
  copy.indicators[0]!.thresholds[0]!.logic = '[Vibration] > {trip}';
  copy.parameters.push({ ...copy.parameters[0]!, id: 40, name: 'alarm', default: null });
  copy.indicators[0]!.thresholds[1]!.logic = '[Vibration] > {alarm}';
  copy.tags[0]!.logic = '[Power] / {rated}';
  expect(problems(copy)).toEqual([['tags', 'Load', 'logic', 'Unknown parameter {rated}.']]);
});

it('reports missing logic', () => {
  const copy = structuredClone(pump);
  copy.tags[0]!.logic = ' ';
  copy.indicators[0]!.thresholds[0]!.logic = '';
  expect(problems(copy)).toEqual([
    ['tags', 'Load', 'logic', 'Required.'],
    ['thresholds', 'Alarm', 'logic', 'Required.'],
  ]);
});

it('finds duplicate ids and names', () => {
  expect(
    findProblems({
      tagAliases: [
        { id: 1, name: 'Flow' },
        { id: 2, name: 'Flow' },
      ],
      failureModes: [{ id: 1, name: 'Leak' }],
    }),
  ).toEqual([
    ['failureModes', 'Leak', 'id', 'The id 1 belongs to another part.'],
    ['tagAliases', 'Flow', 'name', 'Please enter a unique value.'],
  ]);
});

it('finds dangling references', () => {
  const indicators: ModelDefinitionInput['indicators'] = [
    {
      id: 2,
      name: 'Watch',
      tagAliasIds: [90],
      failureModeIds: [91],
      aliases: [{ tagAliasId: 92, expectedInterval: 'P1D' }],
      thresholds: [
        {
          id: 3,
          name: 'High',
          logic: 'true',
          actions: [{ type: 'advisory', activityId: 93, failureModeIds: [94] }],
        },
      ],
    },
  ];
  const activities = [{ id: 1, name: 'Inspect', tagAliasId: 95, failureModeIds: [96] }];
  expect(findProblems({ activities, indicators })).toEqual([
    ['activities', 'Inspect', 'tagAliasId', 'There is no input with the id 95 in the model.'],
    ['activities', 'Inspect', 'failureModeIds', 'There is no failure mode with the id 96 in the model.'],
    ['indicators', 'Watch', 'tagAliasIds', 'There is no input with the id 90 in the model.'],
    ['indicators', 'Watch', 'aliases.92', 'There is no input with the id 92 in the model.'],
    ['indicators', 'Watch', 'failureModeIds', 'There is no failure mode with the id 91 in the model.'],
    ['thresholds', 'High', 'actions', 'There is no activity with the id 93 in the model.'],
    ['thresholds', 'High', 'actions', 'There is no failure mode with the id 94 in the model.'],
  ]);
});

it('finds cycles of calculated tags, even through inputs that read them', () => {
  const cycle = (path: string) => `Calculated tags depend on each other in a cycle: ${path}.`;
  expect(
    findProblems({
      tagAliases: [{ id: 1, name: 'Last', tagNamePattern: '{uniqueId}.Second' }],
      tags: [
        { id: 2, name: 'First', logic: '[Last] + 1' },
        { id: 3, name: 'Second', logic: '[First] + 1' },
        { id: 4, name: 'Third', logic: '[Second]' },
      ],
    }),
  ).toEqual([
    ['tags', 'First', 'logic', cycle('[First] -> [Second] -> [First]')],
    ['tags', 'Second', 'logic', cycle('[Second] -> [First] -> [Second]')],
  ]);
});

it('finds an activity protection without an input of type work', () => {
  expect(findProblems({ indicators: [{ id: 1, name: 'Service', type: 'activity' }] })).toEqual([
    [
      'indicators',
      'Service',
      'tagAliasIds',
      'An activity protection has exactly one input of type work, not 0.',
    ],
  ]);
});

it('finds inputs of the wrong type', () => {
  expect(
    findProblems({
      tagAliases: [
        { id: 1, name: 'Flow' },
        { id: 2, name: 'Service', type: 'work' },
      ],
      activities: [{ id: 3, name: 'Inspect', tagAliasId: 1 }],
      indicators: [
        {
          id: 4,
          name: 'Runs',
          aliases: [{ tagAliasId: 2, intervalType: 'counter', counterInterval: 5, counterStart: 0 }],
        },
      ],
    }),
  ).toEqual([
    ['activities', 'Inspect', 'tagAliasId', 'Please choose an input of work.'],
    ['indicators', 'Runs', 'aliases.2', 'Only an input of points can be a counter.'],
  ]);
});

it.each([
  [{ minimum: 2, maximum: 1 }, 'maximum', 'The maximum must be at least the minimum.'],
  [{ minimum: 2, default: 1 }, 'default', 'Please enter a number of at least 2.'],
  [{ maximum: 2, default: 3 }, 'default', 'Please enter a number of at most 2.'],
  [{ default: 'P1D' }, 'default', 'Please enter a number.'],
  [
    { kind: 'interval', default: 1 },
    'default',
    'Please enter a duration in ISO 8601 format, for example P30D or PT8H.',
  ],
  [{ kind: 'interval', minimum: 1 }, 'minimum', 'An interval has no minimum and no maximum.'],
  [{ kind: 'interval', unit: 's' }, 'unit', 'An interval has no unit.'],
] as const)('finds invalid parameters: %j', (parameter, field, message) => {
  expect(findProblems({ parameters: [{ id: 1, name: 'limit', ...parameter }] })).toEqual([
    ['parameters', 'limit', field, message],
  ]);
});

it('finds distributions, missions and tag name patterns that are invalid in a twin', () => {
  const weibull = (shape: number, scale: string) => ({
    failureDistributionParameters: { distribution: 'weibull' as const, shape, scale },
  });
  expect(
    findProblems({
      missionTime: 'P200Y',
      probability: weibull(1, 'P0D'),
      tagAliases: [{ id: 1, name: 'Flow', tagNamePattern: '{asset}.Flow' }],
      failureModes: [{ id: 2, name: 'Wear', probability: weibull(0, 'P1D') }],
      activities: [{ id: 3, name: 'Overhaul', renews: 'failure-modes' }],
    }),
  ).toEqual([
    [null, '', 'missionTime', 'Mission time must be a value between 1 day and 100 years'],
    [null, '', 'probability', 'The scale must be above 0 days.'],
    ['tagAliases', 'Flow', 'tagNamePattern', 'Please use {uniqueId} or {assetName}, not {asset}.'],
    ['failureModes', 'Wear', 'probability', 'The shape must be above 0.'],
    ['activities', 'Overhaul', 'failureModeIds', 'Please choose the failure modes that it renews.'],
  ]);
});

it('finds problems of patterns', () => {
  const patterns = (names: string[], condition: string | null = null) => ({
    patterns: names.map((name) => ({ name, color: '#112233' })),
    condition,
  });
  expect(
    findProblems({
      indicators: [
        { id: 1, name: 'None', type: 'pattern' },
        { id: 2, name: 'Twice', type: 'pattern', patterns: patterns(['Idle', 'idle'], '[Flow] > 1') },
        { id: 3, name: 'Other', patterns: patterns(['Idle']) },
        {
          id: 4,
          name: 'Sound',
          type: 'pattern',
          patterns: patterns(['Idle']),
          thresholds: [{ id: 5, name: 'Idle', logic: 'MATCHESPATTERN("Idle")' }],
        },
      ],
    }),
  ).toEqual([
    ['indicators', 'None', 'patterns', 'A pattern protection needs patterns.'],
    ['indicators', 'Twice', 'patterns', 'Two patterns have the same name.'],
    ['indicators', 'Twice', 'patterns', 'Unknown tag alias [Flow].'],
    ['indicators', 'Other', 'patterns', 'Only a pattern protection has patterns.'],
  ]);
});
