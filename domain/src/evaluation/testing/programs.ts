import fc from 'fast-check';

/** Names in random logic: points, a counter, completed work. */
export const ALIASES = ['A', 'B', 'C'];
export const COUNTER = 'H';
export const WORK = 'W';
export const PATTERNS = ['No match', 'Wear'];

const alias = fc.constantFrom(...ALIASES).map((name) => `[${name}]`);
const interval = fc.constantFrom(1, 2, 3, 5, 8, 20).map((length) => `#${length}ms`);
const literal = fc.constantFrom('0', '1', '2', '0.5', '3', '10', '1e3', 'null');

/**
 * Random well-typed logic. Means and deviations are rounded, since the two engines add in different order.
 *
 * @param above names of the thresholds that the logic may refer to
 */
export function logic(above: readonly string[]): fc.Arbitrary<string> {
  const { boolean, number } = expressions(above);
  const condition = boolean;
  const statement: fc.Arbitrary<string> = fc.oneof(
    number.map((value) => `x = ${value}`),
    boolean.map((value) => `b = ${value}`),
    fc.tuple(condition, number, boolean).map(([c, n, b]) => `IF (${c}) { x = ${n} } ELSE { b = ${b} }`),
    fc.tuple(condition, boolean).map(([c, b]) => `IF ${c} { RETURN ${b} }`),
    fc
      .tuple(condition, condition, boolean)
      .map(([c, d, b]) => `IF ${c} { RETURN NO_CALC } ELSEIF (${d}) { RETURN ${b} }`),
  );
  const script = fc
    .tuple(fc.array(statement, { maxLength: 4 }), fc.option(boolean, { nil: undefined }))
    .map(([body, last]) =>
      ['NUMBER x = [A]', 'BOOL b', ...body, last === undefined ? '' : `RETURN ${last} OR b`].join('\n'),
    );
  return fc.oneof({ arbitrary: boolean.map((text) => withoutVariables(text)), weight: 3 }, script);
}

/** Variables exist only in scripts. */
function withoutVariables(text: string): string {
  return text.replace(/\bx\b/g, '[A]').replace(/\bb\b/g, '([B] > 0)');
}

/** Random logic of a calculated tag: base dialect, without rounding. */
export const calculation: fc.Arbitrary<string> = expressions([], false, (text) => text).number.map(
  withoutVariables,
);

function expressions(
  above: readonly string[],
  indicator = true,
  rounded = (text: string) => `ROUND(${text}, 6)`,
) {
  const threshold = above.length > 0 ? fc.constantFrom(...above).map((name) => `"${name}"`) : null;
  const timed = fc.constantFrom(...ALIASES, WORK).map((name) => `[${name}]`);
  return fc.letrec<{ number: string; boolean: string; interval: string }>((tie) => {
    const number = tie('number');
    const boolean = tie('boolean');
    const span = tie('interval');
    const leaves: fc.Arbitrary<string>[] = [
      alias,
      literal,
      fc.constant('x'),
      fc.tuple(alias, interval).map(([a, i]) => rounded(`AVERAGE(${a}, ${i})`)),
      fc.tuple(alias, interval).map(([a, i]) => rounded(`STDDEV(${a}, ${i})`)),
      fc.tuple(fc.constantFrom('MAX', 'MIN'), alias, interval).map(([f, a, i]) => `${f}(${a}, ${i})`),
    ];
    const counting = ['COUNTER', 'LASTCOUNTER', 'AVERAGECOUNTER'];
    if (indicator) {
      leaves.push(
        fc.constantFrom(...counting).map((name) => `${name}([${COUNTER}])`),
        fc.constantFrom(...counting.slice(1)).map((name) => `${name}([${COUNTER}], TRUE)`),
      );
    }
    if (threshold) {
      leaves.push(
        threshold.map((name) => `EXCURSIONCOUNT(${name})`),
        fc.tuple(threshold, interval).map(([name, i]) => `EXCURSIONCOUNT(${name}, ${i})`),
      );
    }
    const spans: fc.Arbitrary<string>[] = [
      interval,
      timed.map((a) => `INTERVAL(${a})`),
      fc
        .tuple(
          fc.constantFrom('LASTINTERVAL', 'AVERAGEINTERVAL'),
          timed,
          fc.constantFrom('', ', TRUE', ', FALSE'),
        )
        .map(([f, a, r]) => `${f}(${a}${r})`),
    ];
    if (threshold) {
      spans.push(
        threshold.map((name) => `EXCURSIONTIME(${name})`),
        fc.tuple(threshold, interval).map(([name, i]) => `EXCURSIONTIME(${name}, ${i})`),
      );
    }
    const operator = fc.constantFrom('<', '<=', '>', '>=', '==', '!=');
    return {
      number: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        ...leaves,
        fc.tuple(number, fc.constantFrom('+', '-', '*', '/'), number).map(([a, o, b]) => `(${a} ${o} ${b})`),
        number.map((a) => `-${a}`),
        fc.tuple(fc.constantFrom('ABS', 'SQRT', 'ROUND', 'SINE'), number).map(([f, a]) => `${f}(${a})`),
        fc.tuple(fc.constantFrom('MOD', 'POWER'), number, number).map(([f, a, b]) => `${f}(${a}, ${b})`),
        fc
          .tuple(fc.constantFrom('MAX', 'MIN'), number, number, number)
          .map(([f, a, b, c]) => `${f}(${a}, ${b}, ${c})`),
        fc
          .tuple(fc.constantFrom('AVERAGE', 'STDDEV'), number, number)
          .map(([f, a, b]) => rounded(`${f}(${a}, ${b})`)),
      ),
      boolean: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc
          .tuple(
            alias,
            operator,
            literal.filter((l) => l !== 'null'),
          )
          .map((parts) => parts.join(' ')),
        fc.constantFrom('TRUE', 'FALSE', 'b'),
        fc
          .tuple(
            alias,
            fc.constantFrom('INCREASING', 'INCREASING_FIT', 'DECREASING', 'DECREASING_FIT'),
            interval,
          )
          .map((parts) => `TREND(${parts.join(', ')})`),
        fc.tuple(number, operator, number).map((parts) => parts.join(' ')),
        fc.tuple(number, fc.constantFrom('== null', '!= null')).map((parts) => parts.join(' ')),
        ...(indicator ? [fc.constantFrom(...PATTERNS).map((name) => `MATCHESPATTERN("${name}")`)] : []),
        ...(indicator ? [fc.tuple(span, operator, span).map((parts) => parts.join(' '))] : []),
        fc.tuple(boolean, fc.constantFrom('AND', 'OR'), boolean).map(([a, o, b]) => `(${a} ${o} ${b})`),
        boolean.map((a) => `NOT (${a})`),
        fc.tuple(boolean, fc.constantFrom('==', '!='), boolean).map(([a, o, b]) => `((${a}) ${o} (${b}))`),
      ),
      interval: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        ...spans,
        fc.tuple(span, fc.constantFrom('+', '-'), span).map(([a, o, b]) => `(${a} ${o} ${b})`),
      ),
    };
  });
}

/** A single comparison of numbers, as a deadband requires. */
export const comparison: fc.Arbitrary<string> = fc
  .tuple(
    alias,
    fc.constantFrom('<', '<=', '>', '>='),
    fc.constantFrom('0', '1', '2', '[B]', '-1'),
    fc.boolean(),
  )
  .map(([left, operator, right, swapped]) =>
    swapped ? `${right} ${operator} ${left}` : `${left} ${operator} ${right}`,
  );

/**
 * Points of one input: whole milliseconds close together, and few distinct values so that ties are common.
 */
export function points(until: number): fc.Arbitrary<{ time: number; value: number }[]> {
  return fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: until }), fc.constantFrom(0, 1, 2, 3, -1, 0.5, 10)), {
      selector: ([time]) => time,
      maxLength: 25,
    })
    .map((list) => list.sort(([a], [b]) => a - b).map(([time, value]) => ({ time, value })));
}
