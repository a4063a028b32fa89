import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { serverDirectory } from '../../../platform/config/paths.ts';

const file = join(serverDirectory, 'demo', 'tennessee_eastman_20.csv.gz');

/** A variable of the process: its column, its published name, its description, and its unit as UCUM code. */
export interface Variable {
  column: string;
  published: string;
  caption: string;
  unit: string;
  /** Factor from the values of the file to the unit: gas flows are published in thousands. */
  factor?: number;
}

/**
 * The twenty variables. Source: J. J. Downs and E. F. Vogel, 'A plant-wide industrial process control problem', Computers and
 * Chemical Engineering 17 (1993), tables 3 and 4.
 */
export const variables: readonly Variable[] = [
  { column: 'c00', published: 'XMEAS-01', caption: 'Feed A flow', unit: 'm3{standard}/h', factor: 1000 },
  {
    column: 'c03',
    published: 'XMEAS-04',
    caption: 'Feed A and C flow',
    unit: 'm3{standard}/h',
    factor: 1000,
  },
  { column: 'c06', published: 'XMEAS-07', caption: 'Reactor pressure', unit: 'kPa{gauge}' },
  { column: 'c08', published: 'XMEAS-09', caption: 'Reactor temperature', unit: 'Cel' },
  { column: 'c09', published: 'XMEAS-10', caption: 'Purge flow', unit: 'm3{standard}/h', factor: 1000 },
  { column: 'c10', published: 'XMEAS-11', caption: 'Separator temperature', unit: 'Cel' },
  { column: 'c12', published: 'XMEAS-13', caption: 'Separator pressure', unit: 'kPa{gauge}' },
  { column: 'c15', published: 'XMEAS-16', caption: 'Stripper pressure', unit: 'kPa{gauge}' },
  { column: 'c17', published: 'XMEAS-18', caption: 'Stripper temperature', unit: 'Cel' },
  { column: 'c18', published: 'XMEAS-19', caption: 'Stripper steam flow', unit: 'kg/h' },
  { column: 'c19', published: 'XMEAS-20', caption: 'Compressor power', unit: 'kW' },
  { column: 'c20', published: 'XMEAS-21', caption: 'Reactor cooling water outlet temperature', unit: 'Cel' },
  {
    column: 'c21',
    published: 'XMEAS-22',
    caption: 'Separator cooling water outlet temperature',
    unit: 'Cel',
  },
  { column: 'c22', published: 'XMEAS-23', caption: 'A in the reactor feed', unit: '%' },
  { column: 'c43', published: 'XMV-03', caption: 'Feed A valve', unit: '%' },
  { column: 'c44', published: 'XMV-04', caption: 'Feed A and C valve', unit: '%' },
  { column: 'c46', published: 'XMV-06', caption: 'Purge valve', unit: '%' },
  { column: 'c49', published: 'XMV-09', caption: 'Stripper steam valve', unit: '%' },
  { column: 'c50', published: 'XMV-10', caption: 'Reactor cooling water valve', unit: '%' },
  { column: 'c51', published: 'XMV-11', caption: 'Condenser cooling water valve', unit: '%' },
];

/** The faults that the model is trained on, by their published number, with the names of their patterns. */
export const trainedFaults: ReadonlyMap<number, string> = new Map([
  [1, 'Feed ratio A to C off'],
  [2, 'Inert B in the feed'],
  [4, 'Warm reactor cooling water'],
  [5, 'Warm condenser cooling water'],
  [6, 'Loss of feed A'],
  [7, 'Low pressure of feed C'],
  [8, 'Unsteady feed composition'],
  [12, 'Unsteady condenser cooling water'],
  [13, 'Slow drift of the reaction'],
  [14, 'Sticking reactor cooling valve'],
]);

/** The faults that the model is not trained on. */
export const otherFaults: ReadonlyMap<number, string> = new Map([
  [10, 'Unsteady temperature of feed C'],
  [11, 'Unsteady reactor cooling water'],
  [16, 'Unknown fault 16'],
  [17, 'Unknown fault 17'],
  [18, 'Unknown fault 18'],
  [19, 'Unknown fault 19'],
  [20, 'Unknown fault 20'],
  [21, 'Feed valve that stays where it is'],
]);

/** A run of the process: rows in order of time, three minutes apart. */
export interface ProcessRun {
  set: 'train' | 'test';
  /** 0 for normal operation. */
  fault: number;
  rows: number;
  /** By column. */
  values: ReadonlyMap<string, readonly number[]>;
}

/** The runs of the file, by set and fault. */
export async function readProcessRuns(): Promise<ProcessRun[]> {
  const text = (await promisify(gunzip)(await readFile(file))).toString('utf8');
  const [heading, ...lines] = text.trimEnd().split('\n');
  const columns = heading!.split(',');
  const runs = new Map<string, string[][]>();
  for (const cells of lines.map((line) => line.split(','))) {
    const key = `${cells[0]} ${cells[1]}`;
    const rows = runs.get(key);
    if (rows) rows.push(cells);
    else runs.set(key, [cells]);
  }
  return Array.from(runs, ([key, rows]) => ({
    set: key.split(' ')[0] as ProcessRun['set'],
    fault: Number(key.split(' ')[1]),
    rows: rows.length,
    values: new Map(
      variables.map(({ column }) => [column, rows.map((cells) => Number(cells[columns.indexOf(column)]))]),
    ),
  }));
}
