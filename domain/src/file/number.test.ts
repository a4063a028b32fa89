import { describe, expect, it } from 'vitest';
import {
  detectNumberStyle,
  noEvidence,
  plainNumbers,
  readNumber,
  recordNumber,
  undecidedNumber,
} from './number.ts';

const point = { decimalSign: '.', groups: true } as const;
const comma = { decimalSign: ',', groups: true } as const;

/**
 * The meaning of a spelling in a file with a decimal point, with a decimal comma, and in an undecided one.
 */
describe('a number', () => {
  it.each<[string, number | 'sign' | null, number | 'sign' | null, number | 'open' | 'sign' | null]>([
    ['12', 12, 12, 12],
    ['+12', 12, 12, 12],
    ['-12', -12, -12, -12],
    ['\u221212', -12, -12, -12],
    ['0', 0, 0, 0],
    ['-0', -0, -0, -0],
    ['007', 7, 7, 7],
    ['73.97', 73.97, 'sign', 73.97],
    ['73,97', 'sign', 73.97, 'sign'],
    ['-1,5', 'sign', -1.5, 'sign'],
    ['.5', 0.5, 'sign', 0.5],
    [',5', 'sign', 0.5, 'sign'],
    ['5.', 5, 'sign', 5],
    ['5,', 'sign', 5, 'sign'],
    ['1,000', 1000, 1, 'open'],
    ['-1,250', -1250, -1.25, 'open'],
    ['+1,250', 1250, 1.25, 'open'],
    ['1.000', 1, 1000, 1],
    ['0,125', 'sign', 0.125, 'sign'],
    ['0.125', 0.125, 'sign', 0.125],
    ['1234,567', 'sign', 1234.567, 'sign'],
    ['1234.567', 1234.567, 'sign', 1234.567],
    ['1,234,567', 1_234_567, 'sign', 1_234_567],
    ['1.234.567', 'sign', 1_234_567, 'sign'],
    ['1,234.5', 1234.5, 'sign', 1234.5],
    ['1.234,5', 'sign', 1234.5, 'sign'],
    ['1 234', 1234, 1234, 1234],
    ['1\u00a0234,5', 'sign', 1234.5, 'sign'],
    ['1\u202f234.5', 1234.5, 'sign', 1234.5],
    ["1'234.5", 1234.5, 'sign', 1234.5],
    ['1’234’567', 1_234_567, 1_234_567, 1_234_567],
    ['1e3', 1000, 1000, 1000],
    ['1.5E+03', 1500, 'sign', 1500],
    ['1,5e-3', 'sign', 0.0015, 'sign'],
    ['1,250E+03', 'sign', 1250, 'sign'],
    ['-.5', -0.5, 'sign', -0.5],
    ['+,5', 'sign', 0.5, 'sign'],
    ['\u22121,5', 'sign', -1.5, 'sign'],
    ['\u22121,250', -1250, -1.25, 'open'],
    ['1,234,567.89', 1_234_567.89, 'sign', 1_234_567.89],
    ['1.234.567,89', 'sign', 1_234_567.89, 'sign'],
    ['1 234 567', 1_234_567, 1_234_567, 1_234_567],
    ['1 234,5', 'sign', 1234.5, 'sign'],
    ['1\u2009234', 1234, 1234, 1234],
    ['1e-3', 0.001, 0.001, 0.001],
    ['1,23,456', null, null, null],
    ['12,34.5', null, null, null],
    ['1.0.0', null, null, null],
    ['1,2,3', null, null, null],
    ['1 23', null, null, null],
    ['1 234.567 890', null, null, null],
    ['1,234.567.890', null, null, null],
    ['0,125,000', null, null, null],
    ['1_000', null, null, null],
    ['--1', null, null, null],
    ['1e', null, null, null],
    ['e5', null, null, null],
    ['\uff11\uff12', null, null, null],
    ['$5', null, null, null],
    ['', null, null, null],
    ['.', null, null, null],
    ['-', null, null, null],
    ['1-', null, null, null],
    ['(5)', null, null, null],
    ['0x10', null, null, null],
    ['NaN', null, null, null],
    ['Infinity', null, null, null],
    ['five', null, null, null],
    ['5 bar', null, null, null],
    ['5%', null, null, null],
  ])('is read as expected with each decimal sign: %j', (text, asPoint, asComma, asPlain) => {
    const read = (style: Parameters<typeof readNumber>[1]) => {
      const value = readNumber(text, style);
      if (typeof value === 'number') return value;
      if (value.includes('is not a number')) return null;
      return value.includes(' may mean ') ? 'open' : 'sign';
    };
    expect([read(point), read(comma), read(plainNumbers)]).toEqual([asPoint, asComma, asPlain]);
  });

  it('is rejected with a message that names valid forms', () => {
    expect(readNumber('abc', point)).toBe("The value 'abc' is not a number. Please give one such as 73.97.");
    expect(readNumber('abc', comma)).toBe("The value 'abc' is not a number. Please give one such as 73,97.");
    expect(readNumber('1e999', point)).toBe("The value '1e999' is too large. Please give one below 1.8e308.");
    expect(readNumber('-1,250', plainNumbers)).toBe(
      "The value '-1,250' may mean -1250 or -1.25. Please choose the decimal sign of the file.",
    );
    expect(readNumber('1,5', point)).toBe(
      "The value '1,5' has a decimal comma, and the decimal sign of the file is a point. Please choose the decimal sign of the file.",
    );
  });
});

describe('the decimal sign of a file', () => {
  const styled = (separator: string | null, ...texts: string[]) => {
    const evidence = noEvidence();
    for (const text of texts) recordNumber(evidence, text);
    const { decimalSign, groups } = detectNumberStyle(evidence, separator);
    return [decimalSign, groups, undecidedNumber(evidence, separator)];
  };

  it.each<[string | null, string[], string, boolean, string | null]>([
    [',', ['1', '2'], '.', false, null],
    [',', ['1.5', '2'], '.', true, null],
    [',', ['1,000'], '.', false, '1,000'],
    [',', ['1,000', '12,500'], '.', false, '1,000'],
    ['\t', ['1,000', '1,5'], ',', true, null],
    ['\t', ['1,000', '0,125'], ',', true, null],
    ['\t', ['1,000', '1.5'], '.', true, null],
    ['\t', ['1,000', '1,000,000'], '.', true, null],
    ['\t', ['1.000', '1,5'], ',', true, null],
    ['\t', ['1.5', '1,5', '2,000'], '.', false, '2,000'],
    [null, ['2,5'], ',', true, null],
    [';', ['1', '2'], ',', false, null],
    [';', ['1,000'], ',', false, null],
    [';', ['1.000'], ',', false, '1.000'],
    [';', ['1.000', '2,5'], ',', true, null],
    [';', ['73.97'], '.', false, null],
    [';', ['73.97', '1,000'], '.', false, '1,000'],
    [';', ['73.97', '1,5'], ',', false, null],
    [',', ['x', '', '1,2,3'], '.', false, null],
  ])('with the column separator %j and the numbers %j is %j', (separator, texts, sign, groups, open) => {
    expect(styled(separator, ...texts)).toEqual([sign, groups, open]);
  });

  it('is the one chosen by the user', () => {
    const evidence = noEvidence();
    recordNumber(evidence, '1.5');
    expect(detectNumberStyle(evidence, ',', ',')).toEqual(comma);
    expect(detectNumberStyle(evidence, ';', '.')).toEqual(point);
  });
});
