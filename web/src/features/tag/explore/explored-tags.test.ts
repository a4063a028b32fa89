import { describe, expect, it } from 'vitest';
import { readExplored, writeExplored } from './explored-tags.ts';

describe('the tags in the URL', () => {
  it('are distinct, and limited to the maximum of a chart', () => {
    const search = new URLSearchParams('with=12,15,12,x,-3&hide=12&rise=&layout=lines');
    expect(readExplored(search)).toEqual({
      others: [12, 15],
      hidden: [12],
      rising: [],
      layout: 'one',
      comparison: null,
    });
    expect(readExplored(new URLSearchParams('with=1,2,3,4,5,6,7,8,9')).others).toHaveLength(7);
  });
  it('are written without changing other parameters', () => {
    const search = new URLSearchParams('range=week&hide=3');
    const explored = {
      others: [12, 15],
      hidden: [],
      rising: [15],
      layout: 'lanes',
      comparison: { with: 'tag', tagId: 20 },
    } as const;
    const written = writeExplored(search, explored);
    expect(String(written)).toBe('range=week&with=12%2C15&rise=15&layout=lanes&compare=20');
    expect(readExplored(written)).toEqual(explored);
    expect(String(writeExplored(written, { ...explored, layout: 'one', comparison: null }))).toBe(
      'range=week&with=12%2C15&rise=15',
    );
  });
});
