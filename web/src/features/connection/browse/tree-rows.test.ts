import type { BrowsedNode } from '@twinward/contracts/connections/request';
import { describe, expect, it } from 'vitest';
import { type LoadedFolder, rootKey, type TreeRow, toRowKey, treeRows } from './tree-rows.ts';

const node = (source: string, change: Partial<BrowsedNode> = {}): BrowsedNode => ({
  source,
  name: source,
  description: '',
  unit: null,
  isFolder: false,
  isReadable: true,
  value: null,
  time: null,
  tagId: null,
  ...change,
});
const folder = (change: Partial<LoadedFolder>): LoadedFolder => ({
  nodes: [],
  isLoading: false,
  error: null,
  next: null,
  notice: null,
  ...change,
});
const shown = (rows: readonly TreeRow[]) =>
  rows.map((row) => `${row.level} ${row.kind === 'node' ? row.node.name : row.kind}`);

describe('the rows of a tree', () => {
  const area = node('area', { isFolder: true, isReadable: false });

  it('include the nodes of an expanded folder below it, with the names of their ancestors', () => {
    const rows = treeRows(
      new Map([
        [rootKey, folder({ nodes: [area, node('clock')] })],
        [toRowKey(rootKey, 'area'), folder({ nodes: [node('pump')] })],
      ]),
    );
    expect(shown(rows)).toEqual(['1 area', '2 pump', '1 clock']);
    expect(rows[1]).toMatchObject({ folders: ['area'], position: 1, siblings: 1 });
  });

  it('omit the content of a collapsed folder', () => {
    expect(shown(treeRows(new Map([[rootKey, folder({ nodes: [area] })]])))).toEqual(['1 area']);
  });

  it('expand a folder that contains itself once per level', () => {
    const first = toRowKey(rootKey, 'area');
    const rows = treeRows(
      new Map([
        [rootKey, folder({ nodes: [area] })],
        [first, folder({ nodes: [area] })],
      ]),
    );
    expect(shown(rows)).toEqual(['1 area', '2 area']);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  });

  it.each<[string, Partial<LoadedFolder>, string]>([
    ['that the folder is loading', { isLoading: true }, '1 loading'],
    ['that the folder is empty', {}, '1 empty'],
    ['that more nodes exist', { next: 'b' }, '1 more'],
    ['an error', { error: new Error('Gone') }, '1 error'],
  ])('show %s', (_, change, expected) => {
    expect(shown(treeRows(new Map([[rootKey, folder(change)]])))).toEqual([expected]);
  });

  it('include the notice about omitted nodes', () => {
    const rows = treeRows(new Map([[rootKey, folder({ nodes: [node('a')], notice: 'Stopped early.' })]]));
    expect(shown(rows)).toEqual(['1 a', '1 notice']);
  });

  it('have a sibling count once all are loaded', () => {
    const rows = treeRows(new Map([[rootKey, folder({ nodes: [node('a')], next: 'b' })]]));
    expect(rows[0]).toMatchObject({ siblings: -1 });
  });
});
