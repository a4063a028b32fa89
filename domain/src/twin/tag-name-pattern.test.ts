import { describe, expect, it } from 'vitest';
import { createTagNamePattern, namesByPattern } from './tag-name-pattern.ts';

const from = { uniqueId: 'P-1', assetName: 'Pump 1' };
const to = { uniqueId: 'P-20', assetName: 'Pump 20' };

describe('namesByPattern', () => {
  it.each([
    ['P-1.Temperature', ['P-20.Temperature']],
    ['plant/p-1/flow', ['plant/P-20/flow']],
    ['Pump 1 vibration', ['Pump 20 vibration']],
    ['Pump1_T', ['Pump20_T']],
    ['P-1 of Pump 1', ['P-20 of Pump 1', 'P-1 of Pump 20']],
    ['P-10.Temperature', []],
    ['XP-1.Temperature', []],
    ['Ambient', []],
  ])('converts %s to %j', (name, names) => expect(namesByPattern(name, from, to)).toEqual(names));

  it.each([
    ['xA-A-A', 'A-A', 'xA-B'],
    ['A-A A-A-1', 'A-A', 'B B-1'],
    ['\u{1d400}\u{1d400}1 \u{1d400}1', '\u{1d400}1', '\u{1d400}\u{1d400}1 B'],
    ['1\u{1d400} \u{1d400}1', '1', null],
    ['STRASSE straße', 'strasse', 'B straße'],
  ])('converts %s with the word %s to %s', (name, word, converted) => {
    const [other = null] = namesByPattern(
      name,
      { uniqueId: word, assetName: '' },
      { uniqueId: 'B', assetName: '' },
    );
    expect(other).toBe(converted);
  });

  it('treats special characters of names literally', () => {
    const odd = { uniqueId: 'a.b', assetName: '' };
    expect(namesByPattern('axb.T', odd, to)).toEqual([]);
    expect(namesByPattern('a.b.T', odd, { uniqueId: '$&', assetName: '' })).toEqual(['$&.T']);
  });
});

describe('createTagNamePattern', () => {
  it('matches all tags of an asset', () => {
    const pattern = createTagNamePattern(from);
    const names = ['P-1.T', 'p-1 and P-1', 'Pump 1 flow', 'P-10.T', 'P-1.T'];
    expect(names.map(pattern)).toEqual([
      '{uniqueId}.T',
      '{uniqueId} and {uniqueId}',
      '{assetName} flow',
      null,
      '{uniqueId}.T',
    ]);
  });

  it('ignores empty names', () =>
    expect(createTagNamePattern({ uniqueId: ' ', assetName: '' })('P-1.T')).toBeNull());
});
