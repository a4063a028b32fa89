import { describe, expect, it } from 'vitest';
import { readFlags } from './flags.ts';

describe('the flags of a browser', () => {
  it.each([
    [null, []],
    ['', []],
    ['sdx', ['sdx']],
    [' sdx , demoClear,unknown', ['demoClear', 'sdx']],
  ])('%j turns on %j', (stored, on) => {
    if (stored === null) localStorage.removeItem('twinward.flags');
    else localStorage.setItem('twinward.flags', stored);
    expect(readFlags()).toEqual(on);
    localStorage.removeItem('twinward.flags');
  });
});
