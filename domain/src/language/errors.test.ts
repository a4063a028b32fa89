import { describe, expect, it } from 'vitest';
import { base, findErrors, indicator } from './testing/contexts.ts';

/** A text, and all its errors: from-to, code, message. */
type Row = [text: string, ...errors: string[]];

const syntax: Row[] = [
  ['', '1:1-1:1 syntax Syntax error: [1, 1] Write an expression, or statements with a RETURN.'],
  ['// only this', '1:1-1:1 syntax Syntax error: [1, 1] Write an expression, or statements with a RETURN.'],
  ['[Flow] +', '1:9-1:9 syntax Syntax error: [1, 9] A value is missing after +.'],
  ['[Flow] + \n\n', '1:9-1:9 syntax Syntax error: [1, 9] A value is missing after +.'],
  ['2 * * 3', '1:5-1:6 syntax Syntax error: [1, 5] A value is missing after *.'],
  ['ABS(3,)', '1:7-1:8 syntax Syntax error: [1, 7] A value is missing after ,.'],
  ['RETURN', '1:7-1:7 syntax Syntax error: [1, 7] A value is missing after RETURN.'],
  ['3 + 4)', '1:6-1:7 syntax Syntax error: [1, 6] There is no ( for this ).'],
  ['(3 + 4', '1:7-1:7 syntax Syntax error: [1, 7] ) is missing for the ( at [1, 1].'],
  ['ABS([Flow]', '1:11-1:11 syntax Syntax error: [1, 11] ) is missing for the ( at [1, 4].'],
  ['ABS(3 4)', '1:7-1:8 syntax Syntax error: [1, 7] , is missing between 3 and 4.'],
  ['IF (1 > 0 { RETURN 1 }', '1:11-1:12 syntax Syntax error: [1, 11] ) is missing for the ( at [1, 4].'],
  ['{ RETURN 1 }', '1:1-1:2 syntax Syntax error: [1, 1] A text does not begin with {.'],
  ['RETRUN 3', '1:8-1:9 syntax Syntax error: [1, 8] 3 is not expected after RETRUN. Did you mean RETURN?'],
  ['[Flow] [Temp]', '1:8-1:14 syntax Syntax error: [1, 8] [Temp] is not expected after [Flow].'],
  ['[Flow > 3', '1:1-1:6 syntax Syntax error: [1, 1] This tag alias is not closed: ] is missing.'],
  ['3 /* and', '1:3-1:9 syntax Syntax error: [1, 3] This comment is not closed: */ is missing.'],
  [
    '"a"',
    '1:1-1:4 syntax Syntax error: [1, 1] A name in quotes stands only between the parentheses of a function, or after a number as its unit.',
  ],
  ['NO_CALC', '1:1-1:8 syntax Syntax error: [1, 1] NO_CALC stands alone after RETURN.'],
  ['1e999', '1:1-1:6 syntax Syntax error: [1, 1] This number is too large.'],
  ['NUMBER = 3', '1:8-1:9 syntax Syntax error: [1, 8] The name of a variable is missing after NUMBER.'],
  [
    'NUMBER x x > 2',
    '1:12-1:13 syntax Syntax error: [1, 12] A statement that begins with x goes on with = and a value.',
  ],
  ['ELSE { RETURN 1 }', '1:1-1:5 syntax Syntax error: [1, 1] There is no IF before this ELSE.'],
  [
    'IF 1 > 0 RETURN 1',
    '1:10-1:16 syntax Syntax error: [1, 10] { is missing after the condition: the statements of a branch stand between { and }.',
  ],
  ['IF 1 > 0 {\n RETURN 1', '2:10-2:10 syntax Syntax error: [2, 10] } is missing for the { at [1, 10].'],
  ['RETURN 1\n}', '2:1-2:2 syntax Syntax error: [2, 1] There is no { for this }.'],
  ['IF [Flow] = 3 { RETURN 1 }', '1:11-1:12 syntax Syntax error: [1, 11] Write == to compare two values.'],
  [
    'IF 1 < [Flow] < 3 { RETURN 1 }',
    '1:15-1:16 syntax Syntax error: [1, 15] Comparisons do not chain: join two of them with AND.',
  ],
  ['IF [Flow] <> 3 { RETURN 1 }', '1:12-1:13 syntax Syntax error: [1, 12] Write != for not equal.'],
  [
    'IF 1 > 0 && 2 > 1 { RETURN 1 }',
    '1:10-1:12 syntax Syntax error: [1, 10] Write AND to join two conditions.',
  ],
  ['[Flow] % 3', '1:8-1:9 syntax Syntax error: [1, 8] Write MOD(x, y) for the remainder.'],
  ['3 § 4', '1:3-1:4 syntax Syntax error: [1, 3] § has no meaning here.'],
  [
    '#',
    '1:1-1:2 syntax Syntax error: [1, 1] An interval is # and a length of time, such as #7d, #1h30m or #PT8H.',
  ],
  [
    '[Flow] + #2d1w',
    '1:10-1:15 syntax Syntax error: [1, 10] The units of an interval run from long to short, each at most once.',
  ],
];

const several: Row[] = [
  [
    'IF [Flow] > 3 ADN [Temp] > 2 { RETURN 1 } RETURN 2 & 3',
    '1:15-1:18 syntax Syntax error: [1, 15] ADN is not expected after 3. Did you mean AND?',
    '1:52-1:53 syntax Syntax error: [1, 52] Write AND to join two conditions.',
  ],
  ['NUMBER ab = 1 RETURN ab 3', '1:25-1:26 syntax Syntax error: [1, 25] 3 is not expected after ab.'],
  [
    '[Flwo] + + [Temp] * [Tmp]',
    '1:1-1:7 unknown-alias Unknown tag alias [Flwo]. Did you mean [Flow]?',
    '1:10-1:11 syntax Syntax error: [1, 10] A value is missing after +.',
    '1:21-1:26 unknown-alias Unknown tag alias [Tmp]. Did you mean [Temp]?',
  ],
  [
    'NUMBER a = \nNUMBER b = a + [X y z]\nRETURN b > 1',
    '2:1-2:7 syntax Syntax error: [2, 1] A value is missing after =.',
    '2:16-2:23 unknown-alias Unknown tag alias [X y z].',
    '3:8-3:13 type This must be a number, but it is true or false.',
  ],
  [
    'IF [Flow] > { RETURN 1 } ELSE { x = 2 RETURN ABS() }',
    '1:13-1:14 syntax Syntax error: [1, 13] A value is missing after >.',
    '1:33-1:34 unknown-variable Unknown variable x.',
    '1:46-1:49 argument-count ABS takes one number.',
  ],
];

const names: Row[] = [
  ['[flow]', '1:1-1:7 unknown-alias Unknown tag alias [flow]. Did you mean [Flow]?'],
  ['[Pressure]', '1:1-1:11 unknown-alias Unknown tag alias [Pressure].'],
  ['AVRAGE([Flow], #1d)', '1:1-1:7 unknown-function Unknown function AVRAGE. Did you mean AVERAGE?'],
  [
    'FOOBAR([Flwo])',
    '1:1-1:7 unknown-function Unknown function FOOBAR.',
    '1:8-1:14 unknown-alias Unknown tag alias [Flwo]. Did you mean [Flow]?',
  ],
  ['COUNTR([Hours])', '1:1-1:7 unknown-function Unknown function COUNTR.'],
  ['NUMBER limit = 1 RETURN Limit', '1:25-1:30 unknown-variable Unknown variable Limit. Did you mean limit?'],
  ['NUMBER x = x + 1 RETURN x', '1:12-1:13 unknown-variable Unknown variable x.'],
  ['IF 1 > 0 { NUMBER x = 1 } RETURN x', '1:34-1:35 unknown-variable Unknown variable x.'],
  ['NUMBER x = 1 BOOL x RETURN x', '1:19-1:20 redeclared Variable x is already declared.'],
  [
    'IF 1 > 0 { NUMBER x } ELSE { NUMBER x } RETURN 1',
    '1:37-1:38 redeclared Variable x is already declared.',
  ],
];

const calls: Row[] = [
  ['MOD(1)', '1:1-1:4 argument-count Method requires two paramters'],
  ['2 + power(1, 2, 3)', '1:5-1:10 argument-count Method requires two paramters'],
  ['PI(1)', '1:1-1:3 argument-count PI takes no arguments.'],
  ['ROUND()', '1:1-1:6 argument-count ROUND takes a number, and optionally a count of digits.'],
  ['MAX([Flow])', '1:1-1:4 argument-count MAX takes a tag alias and an interval, or two or more numbers.'],
  ['ROUND([Flow], 1.5)', '1:15-1:18 argument This must be a whole number from 0 to 15.'],
  ['ROUND([Flow], 16)', '1:15-1:17 argument This must be a whole number from 0 to 15.'],
  ['ROUND([Flow], -1)', '1:15-1:17 argument This must be a whole number from 0 to 15.'],
  ['ABS("x")', '1:5-1:8 argument This must be a number, but it is a name.'],
  ['AVERAGE([Service], #1d)', '1:9-1:18 argument Tag alias [Service] is completed work, which has no value.'],
  ['AVERAGE(3, #1d)', '1:9-1:10 argument This must be a tag alias, such as [Flow].'],
  ['AVERAGE([Flow], #0d)', '1:17-1:20 argument This interval must be longer than zero.'],
  ['AVERAGE([Flow], #1d + #1d)', '1:17-1:26 argument This must be an interval, such as #1d.'],
  ['AVERAGE([Flow], [Temp], #1d)', '1:25-1:28 type This must be a number, but it is an interval.'],
  [
    'AVERAGE([Flow], #1y)',
    '1:17-1:20 interval-unit Months and years have no fixed length: use weeks or days.',
  ],
  [
    'AVERAGE([Flow], #P1M)',
    '1:17-1:21 interval-unit Months and years have no fixed length: use weeks or days.',
  ],
  ['AVERAGE([Flow], #3x)', '1:17-1:20 interval-unit Unknown unit x in an interval.'],
];

const types: Row[] = [
  ['[Flow] > 3', '1:1-1:11 type This must be a number, but it is true or false.'],
  ['#1d', '1:1-1:4 type This must be a number, but it is an interval.'],
  ['[Service] + 1', '1:1-1:10 type Tag alias [Service] is completed work, which has no value.'],
  ['1 + TRUE * 2', '1:5-1:9 type This must be a number, but it is true or false.'],
  ['1 + #1d', '1:5-1:8 type This must be a number, but it is an interval.'],
  ['-#1d', '1:2-1:5 type This must be a number, but it is an interval.'],
  ['IF [Flow] { RETURN 1 } RETURN 2', '1:4-1:10 type This must be true or false, but it is a number.'],
  ['IF #1d + 3 > #2d { RETURN 1 }', '1:10-1:11 type This must be an interval, but it is a number.'],
  ['IF [Flow] > #2d { RETURN 1 }', '1:13-1:16 type This must be a number, but it is an interval.'],
  ['IF TRUE > FALSE { RETURN 1 }', '1:4-1:8 type This is true or false, which can not be compared by >.'],
  ['IF TRUE == null { RETURN 1 }', '1:12-1:16 type This must be true or false, but it is null.'],
  ['IF NOT 3 { RETURN 1 }', '1:8-1:9 type This must be true or false, but it is a number.'],
  ['BOOL b = 3 RETURN 1', '1:10-1:11 type This must be true or false, but it is a number.'],
  ['NUMBER n n = #1h RETURN n', '1:14-1:17 type This must be a number, but it is an interval.'],
];

/** Texts with a single mistake, which could cause follow-up errors. */
const followUps: Row[] = [
  [
    'IF 1 > 0 { NUMBER x = 1 RETURN x } ELSE { NUMBER x = 2 RETURN x }',
    '1:50-1:51 redeclared Variable x is already declared.',
  ],
  ['NUMBER x = 1 BOOL x = TRUE IF x { RETURN 1 }', '1:19-1:20 redeclared Variable x is already declared.'],
  ['y + y * y', '1:1-1:2 unknown-variable Unknown variable y.'],
  ['ABS($)', '1:5-1:6 syntax Syntax error: [1, 5] $ has no meaning here.'],
  ['ABS$([Flow])', '1:4-1:5 syntax Syntax error: [1, 4] $ has no meaning here.'],
  ['$Flow] + 3', '1:1-1:2 syntax Syntax error: [1, 1] $ has no meaning here.'],
  ['N$UMBER x = 1 RETURN x', '1:2-1:3 syntax Syntax error: [1, 2] $ has no meaning here.'],
  [
    'IF [Flow] > 3 $ RETURN 1 } ELSE { RETURN 2 }',
    '1:15-1:16 syntax Syntax error: [1, 15] $ has no meaning here.',
  ],
  [
    'I$F [Flow] > 3 { RETURN 1 } ELSEIF [Flow] > 2 { RETURN 2 }',
    '1:2-1:3 syntax Syntax error: [1, 2] $ has no meaning here.',
  ],
  ['"x', '1:1-1:3 syntax Syntax error: [1, 1] This name is not closed: " is missing.'],
  [
    'NUMBER x = (ABS([Flow] > 3)\nRETURN x',
    '2:1-2:7 syntax Syntax error: [2, 1] ) is missing for the ( at [1, 12].',
  ],
  [
    'IF ([Flow] > 1 OR (ABS([Flow] - [Temp] > 2)) { RETURN 1 }',
    '1:46-1:47 syntax Syntax error: [1, 46] ) is missing for the ( at [1, 4].',
  ],
  ['IF 1 < 2) == TRUE { RETURN 1 }', '1:9-1:10 syntax Syntax error: [1, 9] There is no ( for this ).'],
  [
    'IF ([Flow] > 3) RETURN ABS([Temp]) } ELSEIF ([Temp] < 2) { RETURN (2 + 3) * 4 } ELSE { RETURN 1 }',
    '1:17-1:23 syntax Syntax error: [1, 17] { is missing after the condition: the statements of a branch stand between { and }.',
  ],
  ['MAX[Flow], [Temp])', '1:4-1:10 syntax Syntax error: [1, 4] [Flow] is not expected after MAX.'],
];

const indicatorOnly = [
  'COUNTER',
  'LASTCOUNTER',
  'AVERAGECOUNTER',
  'INTERVAL',
  'LASTINTERVAL',
  'AVERAGEINTERVAL',
  'EXCURSIONCOUNT',
  'EXCURSIONTIME',
  'MATCHESPATTERN',
];

const thresholds: Row[] = [
  ['[Flow] >', '1:9-1:9 syntax Invalid Expression: A value is missing after >.'],
  ['EXCURSIONCOUNT("Hgh") > 1', '1:16-1:21 unknown-threshold Unknown threshold "Hgh". Did you mean "High"?'],
  ['EXCURSIONCOUNT("Often high") > 1', '1:16-1:28 unknown-threshold Unknown threshold "Often high".'],
  ['EXCURSIONTIME("Own") > #1h', '1:15-1:20 threshold-order Threshold "Own" can not refer to itself.'],
  [
    'EXCURSIONCOUNT("Below", #1d) > 1',
    '1:16-1:23 threshold-order Threshold "Below" stands below this one: only those above can be used.',
  ],
  ['EXCURSIONCOUNT([Flow]) > 1', '1:16-1:22 argument This must be the name of a threshold in quotes.'],
  ['EXCURSIONCOUNT("High', '1:16-1:21 syntax Invalid Expression: This name is not closed: " is missing.'],
  ['MATCHESPATTERN("Cavtation")', '1:16-1:27 unknown-pattern Pattern (Cavtation) not found.'],
  ['COUNTER([Flow]) > 1', '1:9-1:15 counter-settings Tag alias [Flow] has no counter settings.'],
  ['LASTCOUNTER([Hours], 1) > 1', '1:22-1:23 argument This must be TRUE or FALSE.'],
  [
    'TREND([Flow], UP, 3)',
    '1:15-1:17 argument This must be one of INCREASING, INCREASING_FIT, DECREASING, DECREASING_FIT.',
    '1:19-1:20 argument This must be an interval, such as #1d.',
  ],
  [
    'TREND([Flow], DECREASNG, #1d)',
    '1:15-1:24 argument This must be one of INCREASING, INCREASING_FIT, DECREASING, DECREASING_FIT. Did you mean DECREASING?',
  ],
  ['INTERVAL([Service]) > 3', '1:23-1:24 type This must be an interval, but it is a number.'],
  ['RETURN 3', '1:8-1:9 type This must be true or false, but it is a number.'],
];

describe('the errors of a text', () => {
  it.each([...syntax, ...several, ...followUps, ...names, ...calls, ...types])(
    'are reported by position: %j',
    (text, ...errors) => {
      expect(findErrors(text, base)).toEqual(errors);
    },
  );

  it.each(thresholds)('are reported by position in a threshold: %j', (text, ...errors) => {
    expect(findErrors(text, indicator)).toEqual(errors);
  });

  it.each(indicatorOnly)('include only the dialect for a call of %s in base', (name) => {
    const to = name.length + 5;
    expect(findErrors(`1 + ${name.toLowerCase()}([Flwo], "x", 3)`, base)).toEqual([
      `1:5-1:${to} dialect ${name} is not available in base Xen language`,
    ]);
  });

  it('include logic with a deadband that is not a single comparison', () => {
    const withDeadband = { ...indicator, deadband: true };
    const refused =
      '1:1-1:1 deadband A deadband needs logic that is one comparison of numbers with <, <=, > or >=.';
    expect(findErrors('RETURN ([Flow] + 1 >= 3)', withDeadband)).toEqual([]);
    expect(findErrors('[Flow] == 3', withDeadband)).toEqual([refused]);
    expect(findErrors('[Flow] > 3 AND [Temp] > 3', withDeadband)).toEqual([refused]);
    expect(findErrors('INTERVAL([Flow]) > #1d', withDeadband)).toEqual([refused]);
    expect(findErrors('NOT [Flow] > 3', withDeadband)).toEqual([refused]);
  });
});

describe('a single mistake', () => {
  const texts: [text: string, options: typeof base][] = [
    ['NOT ([Flow] > 3 AND [Temp] < 2)', indicator],
    [
      'IF ([Flow] > 3) { RETURN ABS([Temp]) } ELSEIF ([Temp] < 2) { RETURN (2 + 3) * 4 } ELSE { RETURN NO_CALC }',
      base,
    ],
    ['NUMBER x = MAX([Flow], [Temp])\nBOOL hot\nhot = x > 3\nIF hot { RETURN ROUND(x, 2) }', base],
    ['EXCURSIONCOUNT("High", #1d) > 3 AND TREND([Flow], INCREASING, #1d)', indicator],
    ['BOOL b = ([Flow] > 3) IF b { RETURN TRUE } RETURN (1 < 2) == b', indicator],
  ];

  it.each(texts)(
    'causes one error wherever a bracket, punctuation mark or word is missing in %j',
    (text, options) => {
      for (const { 0: left, index } of text.matchAll(
        /[()[\]{}",=<>+*#]|\b(?:IF|ELSEIF|ELSE|AND|NOT|BOOL|NUMBER)\b/g,
      )) {
        const wrong = text.slice(0, index) + text.slice(index + left.length);
        expect(findErrors(wrong, options).length, wrong).toBeLessThanOrEqual(1);
      }
    },
  );

  it.each(texts)('causes one error wherever an invalid character is inserted in %j', (text, options) => {
    for (const { index } of text.matchAll(/(?<!\[[^\]]*|"[^",)]*)(?=[\w[(){}=<>+*,#])/g)) {
      const wrong = `${text.slice(0, index)}$${text.slice(index)}`;
      expect(findErrors(wrong, options), wrong).toHaveLength(1);
    }
  });
});

describe('limits', () => {
  it('accepts 20,000 characters and rejects one more', () => {
    const text = (length: number) => `1${' '.repeat(length - 1)}`;
    expect(findErrors(text(20_000), base)).toEqual([]);
    expect(findErrors(text(20_001), base)).toEqual([
      '1:1-1:1 too-long The text has 20001 characters; at most 20000 are allowed.',
    ]);
  });

  it('accepts 100 levels of brackets and rejects one more, at that bracket', () => {
    const nested = (depth: number) => `// (((\n${'('.repeat(depth)}1${')'.repeat(depth)}`;
    expect(findErrors(nested(100), base)).toEqual([]);
    expect(findErrors(nested(101), base)).toEqual([
      '2:101-2:102 too-deep Parentheses and blocks nest more than 100 deep here.',
    ]);
    const blocks = (depth: number) => `${'IF 1 > 0 {'.repeat(depth)} RETURN 1 ${'}'.repeat(depth)}`;
    expect(findErrors(blocks(100), base)).toEqual([]);
    expect(findErrors(blocks(101), base)).toEqual([
      '1:1010-1:1011 too-deep Parentheses and blocks nest more than 100 deep here.',
    ]);
    expect(findErrors('('.repeat(20_000), base)).toHaveLength(1);
  });

  it('counts a chain as one level, whatever its length', () => {
    expect(findErrors(`1${' + 1'.repeat(4_900)}`, base)).toEqual([]);
    expect(findErrors(`${'-'.repeat(9_900)}1`, base)).toEqual([]);
    expect(findErrors(`${'NOT '.repeat(4_900)}TRUE`, indicator)).toEqual([]);
    expect(findErrors(`TRUE${' AND TRUE'.repeat(2_100)}`, indicator)).toEqual([]);
    expect(findErrors(`IF TRUE {}${' ELSEIF TRUE {}'.repeat(1_200)}`, indicator)).toEqual([]);
  });
});
