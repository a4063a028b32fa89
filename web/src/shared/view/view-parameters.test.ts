import { expect, it } from 'vitest';
import { isSameView, toAddress, viewParametersIn } from './view-parameters.ts';

const address = new URLSearchParams('type=round&f.place=%3DRoof&sort=-Title&page=3');

it('includes filters, sort and columns, but not the page and fixed parameters', () => {
  expect(viewParametersIn(address, ['type'])).toEqual({ 'f.place': '=Roof', sort: '-Title' });
  expect(viewParametersIn(new URLSearchParams(), [])).toEqual({});
});

it('builds the URL of a view', () => {
  expect(String(toAddress({ search: 'a b' }, address, ['type']))).toBe('type=round&search=a+b');
});

it('compares views regardless of order', () => {
  expect(isSameView({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
  expect(isSameView({ a: '1' }, { a: '1', b: '2' })).toBe(false);
  expect(isSameView({ constructor: '1' }, { a: '1' })).toBe(false);
});
