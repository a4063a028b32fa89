import type { Range } from '../ast.ts';
import type { Position } from '../errors.ts';

/** Converts offsets of a text to lines and columns, both from 1. */
export class Positions {
  private readonly lineStarts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lineStarts.push(at + 1);
  }

  at(offset: number): Position {
    const line = firstAtOrAfter(this.lineStarts, offset + 1);
    return { line, column: offset - this.lineStarts[line - 1]! + 1 };
  }

  range({ from, to }: Range): { from: Position; to: Position } {
    return { from: this.at(from), to: this.at(to) };
  }
}

/** The index of the first of ascending numbers that is at least the limit. */
export function firstAtOrAfter(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
