import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serverDirectory } from '../../../platform/config/paths.ts';

const file = join(serverDirectory, 'demo', 'machine_temperature_system_failure.csv');

/** The ranges that the publisher of the data marks as abnormal. */
export const knownWindows: { start: string; end: string; note: string; failedAt?: string }[] = [
  { start: '2013-12-10T06:25:00Z', end: '2013-12-12T05:35:00Z', note: 'Anomaly' },
  { start: '2013-12-15T17:50:00Z', end: '2013-12-17T17:00:00Z', note: 'Planned shutdown' },
  { start: '2014-01-27T14:20:00Z', end: '2014-01-29T13:30:00Z', note: 'Early and subtle' },
  {
    start: '2014-02-07T14:55:00Z',
    end: '2014-02-09T14:05:00Z',
    note: 'Failure',
    failedAt: '2014-02-08T14:30:00Z',
  },
];

/** The temperature of the machine, every five minutes. Times in epoch milliseconds. */
interface MachineRecord {
  times: number[];
  values: number[];
}

/** The record by row, five minutes each. If a time occurs twice, the later row is used. */
export interface MachineRows {
  /** Time of the first row, epoch milliseconds. */
  recordedAt: number;
  values: number[];
}

export const rowLength = 300_000;

export function toRows({ times, values }: MachineRecord): MachineRows {
  const rows: MachineRows = { recordedAt: times[0]!, values: [] };
  for (const [index, time] of times.entries()) {
    rows.values[(time - rows.recordedAt) / rowLength] = values[index]!;
  }
  return rows;
}

/** Reads lines of `timestamp,value`, with the time in UTC as `2013-12-02 21:15:00`. */
export async function readMachineRecord(): Promise<MachineRecord> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n').slice(1);
  const rows = lines.map((line) => line.split(','));
  return {
    times: rows.map(([time]) => Date.parse(`${time!.replace(' ', 'T')}Z`)),
    values: rows.map(([, value]) => Number(value)),
  };
}
