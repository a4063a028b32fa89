import { describe, expect, it } from 'vitest';
import { type ListAddressOptions, readListAddress, writeListAddress } from './list-address.ts';

const options: ListAddressOptions<'search' | 'level'> = {
  filterNames: ['search', 'level'],
  sortFields: ['Name', 'Level'],
  defaultSort: { field: 'Level', direction: 'Descending' },
};
const read = (text: string) => readListAddress(new URLSearchParams(text), options);

describe('the state of a list in the URL', () => {
  it('is the default without parameters', () => {
    expect(read('')).toEqual({ filters: {}, sort: options.defaultSort, page: 1 });
  });

  it('reads filters, sort and page', () => {
    expect(read('search=pump+a&level=1-250&sort=Name&page=3')).toEqual({
      filters: { search: 'pump a', level: '1-250' },
      sort: { field: 'Name', direction: 'Ascending' },
      page: 3,
    });
  });

  it.each([
    ['sort=Password', 'an unknown field'],
    ['sort=-', 'no field'],
    ['page=0', 'page 0'],
    ['page=-2', 'a negative page'],
    ['page=1.5', 'half a page'],
    ['page=1e9', 'a page beyond all'],
    ['level=&other=1', 'an empty and an unknown filter'],
  ])('ignores %s: %s', (text) => {
    expect(read(text)).toEqual(read(''));
  });

  it.each(['', 'search=pump+a&level=1-250&sort=Name&page=3', 'sort=-Name', 'sort=Level'])(
    'survives a round trip: %j',
    (text) => {
      expect(writeListAddress(read(text), options).toString()).toBe(text);
    },
  );
});
