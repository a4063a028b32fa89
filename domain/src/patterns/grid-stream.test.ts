import { describe, expect, it } from 'vitest';
import { GridStream } from './grid-stream.ts';

const readRows = (stream: GridStream, until: number) => {
  const rows: [number, ...number[]][] = [];
  stream.settle(until, (time, values) => rows.push([time, ...values]));
  return rows;
};

describe('rows of a grid', () => {
  it('are emitted once each input has a point at or after them', () => {
    const stream = new GridStream([30, 30], 10);
    stream.push(0, 5, 1);
    stream.push(0, 20, 2);
    stream.push(1, 9, 7);
    expect(readRows(stream, 20)).toEqual([]);
    stream.push(1, 22, 8);
    expect(readRows(stream, 22)).toEqual([
      [10, 1, 7],
      [20, 2, 7],
    ]);
    expect(readRows(stream, 22)).toEqual([]);
  });

  it('are skipped while an input is stale, without waiting for it', () => {
    const stream = new GridStream([30, 30], 10);
    stream.push(0, 10, 1);
    stream.push(1, 10, 7);
    for (const time of [20, 30, 40, 50]) stream.push(0, time, 1);
    expect(readRows(stream, 40).map(([time]) => time)).toEqual([10]);
    expect(readRows(stream, 50).map(([time]) => time)).toEqual([20, 30, 40]);
    stream.push(0, 90, 2);
    stream.push(1, 88, 8);
    stream.push(1, 90, 9);
    expect(readRows(stream, 90)).toEqual([[90, 2, 9]]);
  });

  it('use the value before a bad one, which counts as an arrival', () => {
    const stream = new GridStream([30], 10);
    stream.push(0, 10, 1);
    stream.push(0, 20, Number.NaN);
    expect(readRows(stream, 20)).toEqual([
      [10, 1],
      [20, 1],
    ]);
    stream.push(0, 60, Number.NaN);
    stream.push(0, 70, 3);
    expect(readRows(stream, 70)).toEqual([
      [30, 1],
      [40, 1],
      [70, 3],
    ]);
  });

  it('skips years without points at once', () => {
    const year = 365 * 86_400_000;
    const stream = new GridStream([1000], 1000);
    stream.push(0, 0, 1);
    stream.push(0, 50 * year, 2);
    expect(readRows(stream, 50 * year).map(([time]) => time)).toEqual([0, 1000, 50 * year]);
  });

  it('are not emitted without a point', () => {
    expect(readRows(new GridStream([10, 10], 10), 1e6)).toEqual([]);
  });
});
