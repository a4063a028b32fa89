import type { LanguageError } from '../../language/index.ts';
import type { ProtectionDefinition } from '../model/definition.ts';
import type { Expectations, ExpectedError, Stretch } from './scenario.ts';
import type { Outcome } from './simulate.ts';
import { showOffset } from './time.ts';

/** An unmet expectation, as shown to the user. */
export interface Failure {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
}

/** Compares the outcome with the expectations of a file. */
export function compareOutcome(
  expect: Expectations,
  outcome: Outcome,
  definition: ProtectionDefinition | null,
  start: number,
): Failure[] {
  const failures: Failure[] = [];
  const show = (time: number | null) => (time === null ? 'null' : showOffset(time - start));
  const check = (what: string, expected: string, actual: string) => {
    if (expected !== actual) failures.push({ what, expected, actual });
  };
  const names = definition?.thresholds.map(({ name }) => name) ?? [];
  const thresholdName = (index: number | null) => (index === null ? 'null' : names[index]!);

  for (const [name, expected] of expect.calculated ?? []) {
    const actual = outcome.calculated.get(name);
    if (actual && samePoints(expected, actual)) continue;
    const points = (list: typeof expected) =>
      formatList(list.map(([time, value]) => `[${show(time)}, ${value}]`));
    failures.push({
      what: `calculated ${name}`,
      expected: points(expected),
      actual: actual ? points(actual) : 'no calculated tag of this name',
    });
  }
  const stretches = (list: readonly Stretch[]) =>
    formatList(list.map(([from, to]) => `[${show(from)}, ${show(to)}]`));
  if (expect.excursions) {
    for (const name of expect.excursions.keys()) {
      if (!names.includes(name)) check(`excursions ${name}`, 'a threshold of this name', 'none');
    }
    for (const name of names) {
      const own = outcome.excursions.filter(({ threshold }) => names[threshold] === name);
      check(`excursions ${name}`, stretches(expect.excursions.get(name) ?? []), stretches(toStretches(own)));
    }
  }
  if (expect.stale) {
    for (const alias of new Set([...outcome.stale.map((item) => item.alias), ...expect.stale.keys()])) {
      const own = outcome.stale.filter((item) => item.alias === alias);
      check(`stale ${alias}`, stretches(expect.stale.get(alias) ?? []), stretches(toStretches(own)));
    }
  }
  if (expect.level) {
    check(
      'level',
      formatList(expect.level.map(([time, level]) => `[${show(time)}, ${level}]`)),
      formatList(outcome.levels.map(({ time, level }) => `[${show(time)}, ${level}]`)),
    );
  }
  if (expect.driving) {
    check(
      'driving',
      formatList(expect.driving.map(([time, name]) => `[${show(time)}, ${name ?? 'null'}]`)),
      formatList(
        outcome.driving.map(({ time, threshold }) => `[${show(time)}, ${thresholdName(threshold)}]`),
      ),
    );
  }
  if (expect.actions) {
    check(
      'actions',
      formatList(expect.actions.map(([time, name, direction]) => `[${show(time)}, ${name}, ${direction}]`)),
      formatList(
        outcome.actions.map(
          ({ time, threshold, direction }) => `[${show(time)}, ${thresholdName(threshold)}, ${direction}]`,
        ),
      ),
    );
  }
  return failures;
}

/** Compares the errors of the texts with the expected ones, in order. */
export function compareErrors(
  expected: readonly ExpectedError[],
  actual: readonly LanguageError[],
): Failure[] {
  const same =
    expected.length === actual.length && expected.every((error, index) => matches(error, actual[index]!));
  if (same) return [];
  const showExpected = (error: ExpectedError) => (typeof error === 'string' ? error : JSON.stringify(error));
  return [
    {
      what: 'errors',
      expected: formatList(expected.map(showExpected)),
      actual: formatList(
        actual.map(
          ({ code, message, from }) => `${message} {${code}, line ${from.line}, column ${from.column}}`,
        ),
      ),
    },
  ];
}

function matches(expected: ExpectedError, { code, message, from }: LanguageError): boolean {
  if (typeof expected === 'string') return expected === message;
  return (
    expected.code === code &&
    (expected.line ?? from.line) === from.line &&
    (expected.column ?? from.column) === from.column
  );
}

function samePoints(
  expected: readonly (readonly [time: number, value: number])[],
  actual: readonly (readonly [time: number, value: number])[],
): boolean {
  return (
    expected.length === actual.length &&
    expected.every(([time, value], index) => {
      const [actualTime, actualValue] = actual[index]!;
      return time === actualTime && Math.abs(value - actualValue) <= 1e-9 * Math.max(1, Math.abs(value));
    })
  );
}

/** Pairs begin and end events; a period is identified by its start. */
function toStretches(events: readonly { readonly start: number; readonly end: number | null }[]): Stretch[] {
  const ends = new Map<number, number | null>();
  for (const { start, end } of events) ends.set(start, end);
  return [...ends];
}

function formatList(items: readonly string[]): string {
  return `[${items.join(', ')}]`;
}
