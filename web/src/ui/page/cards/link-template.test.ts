import { describe, expect, it } from 'vitest';
import { clickedItem, fillTemplate } from './link-template.ts';

describe('clickedItem', () => {
  const row = { id: 7 };
  it.each([
    ['pie', row, row],
    ['bar', row, row],
    ['line', [1, 2, row], row],
    ['scatter', [1, 2, row, 4], row],
    ['line', [1, 2], undefined],
    ['line', row, undefined],
  ])('of a %s', (type, data, item) => {
    expect(clickedItem(type, data)).toEqual(item);
  });
});

describe('a link template', () => {
  it.each([
    ['/apps/twins/{id}', { id: 7 }, '/apps/twins/7'],
    ['/apps/twins/{twinId}/tags/{id}/explore', { id: 3, twinId: 0 }, '/apps/twins/0/tags/3/explore'],
    ['/settings/lists/edit/{name}', { name: 'a/b ?' }, '/settings/lists/edit/a%2Fb%20%3F'],
    ['/home', null, '/home'],
    ['/apps/twins/{id}', { id: null }, null],
    ['/apps/twins/{id}', { twin: 7 }, null],
    ['/apps/twins/{constructor}', {}, null],
    ['/apps/twins/{id}', 7, null],
  ])('%s with %j is %s', (template, item, path) => {
    expect(fillTemplate(template, item)).toBe(path);
  });
});
