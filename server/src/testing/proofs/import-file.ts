import type { ImportResult } from '@twinward/contracts/signals/import';
import type { Expected } from './series.ts';

const begin = Date.UTC(2021, 0, 1);
const second = 1000;
/** Above the limit for five of a hundred minutes. */
const sampleAt = (index: number) => (index % 6000 < 5700 ? 70 + (index % 500) / 100 : 90);

/** A file of points of one tag, and the expected result of its import. */
export interface ImportFile {
  pieces: Buffer[];
  /** Without the tags and the twin that the result names. */
  result: Omit<ImportResult, 'tagIds' | 'twinId'>;
  points: Expected;
}

/**
 * Makes a file in the form tag, time, value. Of every thousand rows one repeats the row before, one gives
 * another value for the time of the row before, and one has no time that could be read.
 * @param before points of the tag that are stored already.
 */
export function makeImportFile(tagName: string, rows: number, before: Expected): ImportFile {
  const points: Expected = new Map(before);
  const result: ImportFile['result'] = {
    rows,
    stored: 0,
    replaced: 0,
    duplicate: 0,
    early: 0,
    refused: 0,
    repeatedHours: [],
  };
  const pieces: Buffer[] = [];
  let lines = ['tag,time,value'];
  let time = begin;
  let value = 0;
  for (let row = 0; row < rows; row++) {
    const kind = row % 1000;
    if (kind === 300) {
      lines.push(`${tagName},soon,${value}`);
      result.refused++;
    } else {
      if (kind === 200) value = value > 80 ? 70 : 90;
      else if (kind !== 100) {
        time += second;
        value = sampleAt(row);
      }
      lines.push(`${tagName},${time},${value}`);
      const known = points.get(time);
      if (known === undefined) result.stored++;
      else if (known === value) result.duplicate++;
      else result.replaced++;
      points.set(time, value);
    }
    if (lines.length < 20_000 && row < rows - 1) continue;
    pieces.push(Buffer.from(`${lines.join('\n')}\n`));
    lines = [];
  }
  return { pieces, result, points };
}

/** Points that the file holds as well: the first as they are, then with other values. */
export function pointsBefore(): Expected {
  return new Map(
    Array.from({ length: 50 }, (_, i) => [begin + (i + 1) * second, i < 20 ? sampleAt(i) : 60 + i / 10]),
  );
}
