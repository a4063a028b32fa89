import { readProcessRuns, variables } from '../../modules/exchange/demo/process-data.ts';

/**
 * The recorded reactor of the demo, played against the clock: which row is read at a time follows from the time alone, so
 * that the past is the same whenever it is asked for, and after a restart of the server too.
 */
export interface Recording {
  /** Milliseconds from one value to the next. */
  step: number;
  /** Values until it begins anew. */
  rows: number;
  /** From the row on which the recorded fault acts. */
  faultRow: number;
  signals: readonly Signal[];
}

export interface Signal {
  /** Published name, such as XMEAS-07. */
  name: string;
  caption: string;
  /** UCUM. */
  unit: string;
  values: readonly number[];
}

/** A row of three minutes is played in two seconds. */
const step = 2000;

/** Reactor cooling water comes too warm, and the valve has to open. In a run to test on, it begins after eight hours. */
const fault = 4;
const rowsBeforeFault = 160;

/** A run without a fault, then one with it: 64 minutes. */
export async function readRecording(): Promise<Recording> {
  const runs = await readProcessRuns();
  const played = [0, fault].map((wanted) => {
    const run = runs.find((candidate) => candidate.set === 'test' && candidate.fault === wanted);
    if (!run) throw new Error(`The recordings hold no run with fault ${wanted}.`);
    return run;
  });
  return {
    step,
    rows: played.reduce((sum, run) => sum + run.rows, 0),
    faultRow: (played[0]?.rows ?? 0) + rowsBeforeFault,
    signals: variables.map(({ column, published, caption, unit, factor = 1 }) => ({
      name: published,
      caption,
      unit,
      values: played.flatMap((run) => (run.values.get(column) ?? []).map((value) => rounded(value * factor))),
    })),
  };
}

/** The time of the value that stands at a time: the last multiple of the step. Epoch milliseconds. */
export function timeOfValue(recording: Recording, time: number): number {
  return Math.floor(time / recording.step) * recording.step;
}

export function valueAt(recording: Recording, signal: Signal, time: number): number {
  return signal.values[Math.floor(time / recording.step) % recording.rows] ?? Number.NaN;
}

/** When the fault begins next. Epoch milliseconds. */
export function nextFault(recording: Recording, now: number): number {
  const length = recording.rows * recording.step;
  const begin = Math.floor(now / length) * length + recording.faultRow * recording.step;
  return begin > now ? begin : begin + length;
}

/** Without the last digits, which a factor makes uncertain: 0.32685 times 1000 is 326.85. */
const rounded = (value: number): number => Number(value.toPrecision(12));
