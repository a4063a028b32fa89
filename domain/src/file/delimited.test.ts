import { describe, expect, it } from 'vitest';
import { RowSplitter } from './delimited.ts';

function splitRows(text: string) {
  const splitter = new RowSplitter();
  const rows = text.split('\n').flatMap((line, index) => splitter.push({ line: index + 1, text: line }));
  return [...rows, ...splitter.finish()].map(({ line, cells, problem }) => [
    line,
    problem ? 'refused' : cells,
  ]);
}

describe('rows of text', () => {
  it('are separated by the separator of the heading', () => {
    expect(splitRows('a;b\n1,5;2')).toEqual([
      [1, ['a', 'b']],
      [2, ['1,5', '2']],
    ]);
    expect(splitRows('a\tb, c\n1\t2')[0]).toEqual([1, ['a', 'b, c']]);
    expect(splitRows('a|b\n1|2')[1]).toEqual([2, ['1', '2']]);
    expect(splitRows('sep=|\na,b|c')).toEqual([[2, ['a,b', 'c']]]);
    expect(splitRows('"a;b",c\n1,2')[1]).toEqual([2, ['1', '2']]);
  });

  it('may contain line breaks in quoted cells, including the heading', () => {
    expect(splitRows('tag,"Value\n(bar)"\nA,"first\nsecond ""line"""\nB,2')).toEqual([
      [1, ['tag', 'Value\n(bar)']],
      [3, ['A', 'first\nsecond "line"']],
      [5, ['B', '2']],
    ]);
  });

  it('omit only one line if a quotation mark is not closed, or is closed within a cell', () => {
    expect(splitRows('a,b\nA,"1\nB,2\nC,3')).toEqual([
      [1, ['a', 'b']],
      [2, 'refused'],
      [3, ['B', '2']],
      [4, ['C', '3']],
    ]);
    expect(splitRows('a,b\nA,"1\n"B",2\nC,3').map(([line]) => line)).toEqual([1, 2, 3, 4]);
    expect(splitRows('a,b\nA,"1"x\nB,2')).toEqual([
      [1, ['a', 'b']],
      [2, 'refused'],
      [3, ['B', '2']],
    ]);
    const many = splitRows(`a,b\nA,"1\n${'B,2\n'.repeat(150)}`);
    expect(many).toHaveLength(152);
    expect(many[1]).toEqual([2, 'refused']);
  });
});
