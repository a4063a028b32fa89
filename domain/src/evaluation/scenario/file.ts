import { parseAllDocuments } from 'yaml';
import type { ParameterContext } from '../../language/context.ts';
import type { IntervalSettings } from '../model/definition.ts';
import { readExpectations } from './expectations.ts';
import { Reader } from './reader.ts';
import type {
  LatePoint,
  Scenario,
  ScenarioInput,
  ScenarioPoint,
  ScenarioProtection,
  ScenarioThreshold,
} from './scenario.ts';

/** A document of a file: a scenario, or its error with the path. */
type ScenarioDocument = Scenario | Error;

/** Reads the scenarios of a file; an unknown key is an error of its document. */
export function readScenarios(text: string): ScenarioDocument[] {
  const scenarios: ScenarioDocument[] = [];
  for (const document of parseAllDocuments(text)) {
    const content: unknown = document.toJS();
    if (document.errors[0]) scenarios.push(new Error(document.errors[0].message));
    else if (content !== null) scenarios.push(readDocument(content, `document ${scenarios.length + 1}`));
  }
  return scenarios;
}

function readDocument(content: unknown, path: string): ScenarioDocument {
  try {
    return readScenario(new Reader(content, path));
  } catch (error) {
    return error as Error;
  }
}

function readScenario(file: Reader): Scenario {
  file.allow(
    ...[
      'name',
      'start',
      'inputs',
      'late',
      'parameters',
      'calculated',
      'patterns',
      'protection',
      'until',
      'expect',
    ],
  );
  const name = file.at('name').text();
  const start = file.at('start').instant();
  const inputs = file.at('inputs').entries((input, alias) => readInput(input, alias, start));
  const late = file.at('late').list((entry): LatePoint => {
    entry.allow('input', 'at', 'value', 'arrives');
    const input = entry.at('input').choice(...inputs.map(({ alias }) => alias));
    const isWork = inputs.some(({ alias, type }) => alias === input && type === 'work');
    return {
      input,
      time: entry.at('at').time(start),
      value: isWork ? 0 : entry.at('value').number(),
      quality: 'good',
      arrives: entry.at('arrives').time(start),
    };
  });
  const times = [...inputs.flatMap((input) => input.points), ...late].map(({ time }) => time);
  const protection = file.at('protection').optional((value) => readProtection(value, start)) ?? null;
  return {
    name,
    start,
    inputs,
    late: late.sort((a, b) => a.arrives - b.arrives),
    calculated: new Map(file.at('calculated').entries((value, alias) => [alias, value.text()] as const)),
    parameters: file.at('parameters').entries(readParameter),
    patterns: file.at('patterns').optional((value) => readPatterns(value, start)) ?? null,
    protection,
    until: file.at('until').optional((value) => value.time(start)) ?? Math.max(start, ...times),
    expect: readExpectations(file.at('expect'), start),
  };
}

/** A number, a length of time such as P7D, or null: no value yet. */
function readParameter(value: Reader, name: string): ParameterContext {
  const given = value.optional((one) => one.numberOrText()) ?? null;
  return { name, kind: typeof given === 'string' ? 'interval' : 'number', value: given };
}

function readInput(input: Reader, alias: string, start: number): ScenarioInput {
  input.allow('every', 'values', 'points', 'from', 'ramp', 'count', 'work');
  const good = (time: number, value: number): ScenarioPoint => ({ time, value, quality: 'good' });
  if (input.has('work')) {
    const times = input.at('work').list((entry) => entry.time(start));
    return { alias, type: 'work', points: times.sort((a, b) => a - b).map((time) => good(time, 0)) };
  }
  if (input.has('points')) {
    const points = input.at('points').list((entry): ScenarioPoint[] => {
      const [time, value, quality] = entry.tuple(2, 3);
      const kind = quality?.choice('good', 'uncertain', 'bad') ?? 'good';
      const number = value!.optional((given) => given.number()) ?? null;
      if (number === null && kind !== 'bad') return [];
      return [{ time: time!.time(start), value: number, quality: kind }];
    });
    return { alias, type: 'data_point', points: replaceEqualTimes(points.flat()) };
  }
  const every = input.at('every').offset();
  const from = input.at('from').optional((value) => value.time(start)) ?? start;
  if (input.has('ramp')) {
    const [first, step] = input
      .at('ramp')
      .tuple(2, 2)
      .map((value) => value.number()) as [number, number];
    const count = input.at('count').number();
    const points = Array.from({ length: count }, (_, index) =>
      good(from + index * every, first + index * step),
    );
    return { alias, type: 'data_point', points };
  }
  const values = input.at('values').list((value) => value.optional((given) => given.number()) ?? null);
  const points = values.flatMap((value, index) =>
    value === null ? [] : [good(from + index * every, value)],
  );
  return { alias, type: 'data_point', points };
}

/** Sorts by time; of several points at the same time the last one is kept. */
export function replaceEqualTimes<Point extends { readonly time: number }>(
  points: readonly Point[],
): Point[] {
  const byTime = new Map(points.map((point) => [point.time, point]));
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

function readPatterns(patterns: Reader, start: number): NonNullable<Scenario['patterns']> {
  patterns.allow('names', 'answers');
  const names = patterns.at('names').list((name) => name.text());
  const answers = patterns.at('answers').list((answer) => {
    const [time, name] = answer.tuple(2, 2);
    return [time!.time(start), names.indexOf(name!.choice(...names))] as const;
  });
  return { names, answers };
}

function readProtection(protection: Reader, start: number): ScenarioProtection {
  protection.allow('type', 'startDate', 'defaultLevel', 'thresholds', 'settings');
  return {
    type: protection.at('type').optional((v) => v.choice('condition', 'activity', 'pattern')) ?? 'condition',
    startDate: protection.at('startDate').optional((v) => v.time(start)) ?? start,
    defaultLevel: protection.at('defaultLevel').optional((v) => v.number()) ?? 0,
    thresholds: protection.has('thresholds') ? protection.at('thresholds').list(readThreshold) : null,
    settings: new Map(protection.at('settings').entries((value, alias) => [alias, readSettings(value)])),
  };
}

function readThreshold(threshold: Reader): ScenarioThreshold {
  threshold.allow(
    ...['name', 'alias', 'level', 'logic', 'direction', 'onDelay', 'offDelay', 'deadband', 'logExcursion'],
  );
  return {
    name: threshold.at('name').text(),
    alias: threshold.at('alias').optional((v) => v.text()),
    level: threshold.at('level').optional((v) => v.number()) ?? null,
    logic: threshold.at('logic').text(),
    direction: threshold.at('direction').optional((v) => v.choice('enter', 'exit', 'both')),
    onDelay: threshold.at('onDelay').optional((v) => v.offset()),
    offDelay: threshold.at('offDelay').optional((v) => v.offset()),
    deadband: threshold.at('deadband').optional((v) => v.number()),
    logExcursion: threshold.at('logExcursion').optional((v) => v.boolean()),
  };
}

function readSettings(settings: Reader): IntervalSettings {
  settings.allow(
    ...['intervalType', 'expectedInterval', 'tolerance', 'schedule', 'counterInterval', 'counterStart'],
  );
  return {
    intervalType: settings.at('intervalType').optional((v) => v.choice('calendar', 'counter')),
    expectedInterval: settings.at('expectedInterval').optional((v) => v.text()),
    tolerance: settings.at('tolerance').optional((v) => v.numberOrText()),
    schedule: settings.at('schedule').optional((v) => v.choice('floating', 'fixed')),
    counterInterval: settings.at('counterInterval').optional((v) => v.number()),
    counterStart: settings.at('counterStart').optional((v) => v.number()),
  };
}
