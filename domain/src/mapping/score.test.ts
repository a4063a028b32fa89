import { describe, expect, it } from 'vitest';
import { type AliasText, prepareAlias, prepareTag, scoreTag, type TagText } from './score.ts';
import { splitWords, wordMatch } from './words.ts';

const texts = (name: string) => splitWords(name).map(({ text }) => text);
const only = (name: string) => splitWords(name)[0]!;

describe('the words of a name', () => {
  it('are split at punctuation, digits and capitals', () => {
    expect(texts('10-PI-1234.PV')).toEqual(['10', 'pi', '1234']);
    expect(texts('dischargePressure')).toEqual(['discharge', 'pressure']);
    expect(texts('BRG2TEMP')).toEqual(['brg', '2', 'temp']);
    expect(texts('P-0007 / Öl_Druck')).toEqual(['p', '7', 'öl', 'druck']);
    expect(texts('')).toEqual([]);
    expect(texts('the value of a')).toEqual([]);
  });

  it('include expanded abbreviations and measured quantities', () => {
    expect(only('PI').meaning).toEqual(['pressure']);
    expect(only('PDT').meaning).toEqual(['differential', 'pressure']);
    expect(only('TIC').meaning).toEqual(['temperature']);
    expect(only('nde').meaning).toEqual(['non', 'drive', 'end']);
    expect(only('pump').meaning).toEqual([]);
  });
});

describe('a match of two words', () => {
  it.each([
    ['pressure', 'pressure', 1],
    ['pressure', 'press', 0.9],
    ['pressure', 'PT', 0.9],
    ['bearing', 'brg', 0.9],
    ['TT', 'TI', 0.9],
    ['1', '01', 1],
    ['1', '2', 0],
    ['1', '10', 0],
    ['flow', 'pump', 0],
  ])('of %s and %s scores %f', (one, other, score) => {
    expect(wordMatch(only(one), only(other))).toBe(score);
    expect(wordMatch(only(other), only(one))).toBe(score);
  });

  it('scores a typing error lower', () => {
    expect(wordMatch(only('vibration'), only('vibratoin'))).toBeCloseTo(0.4286, 4);
    expect(wordMatch(only('bearing'), only('bearings'))).toBe(0.9);
  });
});

const alias = (fields: Partial<AliasText>): AliasText => ({
  name: '',
  description: '',
  keywords: [],
  unit: null,
  ...fields,
});
const tag = (fields: Partial<TagText>) =>
  prepareTag({
    name: '',
    caption: '',
    description: '',
    keywords: [],
    unit: null,
    assets: 'none',
    ...fields,
  });

describe('the score of a tag for an input', () => {
  it('is 1 if everything matches, with the reasons', () => {
    const prepared = prepareAlias(
      alias({ name: 'Discharge pressure', unit: 'bar', keywords: ['outlet'], description: 'pump outlet' }),
      ['P-101'],
    );
    const { score, parts } = scoreTag(
      prepared,
      tag({
        name: 'P-101.Discharge pressure',
        caption: 'Discharge pressure',
        description: 'at the pump outlet',
        keywords: ['outlet'],
        unit: 'bar',
        assets: 'own',
      }),
    );
    expect(score).toBe(1);
    expect(parts).toEqual([
      { part: 'name', score: 1, weight: 0.45, matched: ['discharge', 'pressure'] },
      { part: 'keywords', score: 1, weight: 0.15, matched: ['outlet'] },
      { part: 'unit', score: 1, weight: 0.15, matched: ['bar'] },
      { part: 'description', score: 1, weight: 0.1, matched: ['pump', 'outlet'] },
      { part: 'asset', score: 1, weight: 0.15, matched: ['own asset'] },
    ]);
  });

  it('is 0 if nothing matches', () => {
    const { score } = scoreTag(
      prepareAlias(alias({ name: 'Flow', unit: 'm3/h' }), []),
      tag({ name: 'T-9.winding', unit: 'Cel', assets: 'other' }),
    );
    expect(score).toBe(0);
  });

  it('ignores parts that the input or the tag lacks', () => {
    const { score, parts } = scoreTag(
      prepareAlias(alias({ name: 'Flow' }), []),
      tag({ name: 'Flow', assets: 'none' }),
    );
    expect([score, parts.map(({ part, weight }) => [part, weight])]).toEqual([1, [['name', 1]]]);
  });

  it('matches an instrument code by its measured quantity', () => {
    const prepared = prepareAlias(alias({ name: 'Discharge pressure' }), ['P-101']);
    const { parts } = scoreTag(
      prepared,
      tag({ name: '10-PI-101.PV', caption: 'disch. press.', unit: 'kPa' }),
    );
    expect(parts.map(({ part, matched }) => [part, matched])).toEqual([
      ['name', ['discharge ~ disch', 'pressure ~ pi']],
      ['unit', ['pressure ~ kPa']],
      ['asset', ['101']],
    ]);
  });

  const inputs = [
    ['Bearing 1 temperature', ['BRG1_TEMP', 'BRG2_TEMP', 'BRG1_VIB', 'WDG_TEMP']],
    ['Discharge pressure', ['DISCH_PRESS', 'SUCT_PRESS', 'DISCH_TEMP']],
    ['Motor current', ['MTR_AMPS', 'MTR_TEMP', 'LEVEL']],
    ['Temperature', ['Temperature', 'Winding temperature', 'Pressure']],
  ] as const;
  it.each(inputs)('ranks a tag that matches %s first', (name, names) => {
    const prepared = prepareAlias(alias({ name }), []);
    const ranked = names
      .map((each) => ({ each, score: scoreTag(prepared, tag({ name: each })).score }))
      .sort((one, other) => other.score - one.score);
    expect(ranked.map(({ each }) => each)[0]).toBe(names[0]);
    expect(ranked[0]!.score).toBeGreaterThan(ranked[1]!.score + 0.05);
  });

  it('prefers a tag of the same asset, then one with the name of the asset', () => {
    const prepared = prepareAlias(alias({ name: 'Flow' }), ['P-101']);
    const computeScore = (fields: Partial<TagText>) => scoreTag(prepared, tag(fields)).score;
    const own = computeScore({ name: 'P-101 Flow', assets: 'own' });
    const named = computeScore({ name: 'P-101 Flow', assets: 'none' });
    const others = computeScore({ name: 'P-101 Flow', assets: 'other' });
    expect([own, named, others].map((score) => Math.round(score * 1000))).toEqual([1000, 975, 750]);
  });

  it('distinguishes units of the same quantity', () => {
    const prepared = prepareAlias(alias({ name: 'x', unit: 'bar' }), []);
    const scoreUnit = (unit: string) =>
      scoreTag(prepared, tag({ name: 'x', unit })).parts.find(({ part }) => part === 'unit');
    expect(scoreUnit('kPa')).toMatchObject({ score: 0.7, matched: ['bar ~ kPa'] });
    expect(scoreUnit('Cel')).toMatchObject({ score: 0, matched: [] });
  });

  it('is low for a tag whose unit measures another quantity, regardless of its name', () => {
    const prepared = prepareAlias(alias({ name: 'Discharge pressure', unit: 'Cel' }), []);
    const named = tag({ name: 'Discharge pressure', unit: 'kPa', assets: 'own' });
    expect(scoreTag(prepared, named).score).toBeGreaterThan(0.7);
    expect(scoreTag(prepared, named, false).score).toBeLessThanOrEqual(0.3);
  });

  it('is between 0 and 1 for any texts', () => {
    const strange = ['', '.', '🙂', '0', 'a'.repeat(4000), '[A] / {b}', 'PV PV PV'];
    for (const one of strange) {
      for (const other of strange) {
        const prepared = prepareAlias(alias({ name: one, description: one, keywords: [one], unit: one }), [
          one,
        ]);
        const { score } = scoreTag(
          prepared,
          tag({ name: other, caption: one, description: other, keywords: [other], unit: other }),
        );
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }
  });
});
