import type {
  maximumPreviewed,
  ProtectionFindings,
} from '@twinward/contracts/protections/protection-preview';
import type { ProtectionProgram } from '../compile/program.ts';
import type { ProtectionOutput, ProtectionStatus } from '../model/output.ts';

/** The limit of the contract, repeated here to keep its schemas out of the browser bundle. */
const most: typeof maximumPreviewed = 5000;

type FoundExcursion = ProtectionFindings['excursions'][number];
type FoundLevel = ProtectionFindings['levels'][number];
type FoundAnswer = ProtectionFindings['answers'][number];

/** Collects what an evaluation finds in a range, from <= time < to, from the outputs of its advances. */
export class FindingsLog {
  private readonly from: number;
  private readonly to: number;
  private readonly excursions = new Map<string, FoundExcursion>();
  private levels: FoundLevel[] = [];
  private readonly answers: FoundAnswer[] = [];
  private evaluations = 0;

  constructor(from: number, to: number) {
    this.from = from;
    this.to = to;
  }

  /**
   * Processes the outputs before the range: only excursions that are still open count.
   *
   * @param status at the start of the range
   */
  begin(outputs: Iterable<ProtectionOutput>, status: ProtectionStatus): void {
    for (const output of outputs) this.addExcursions(output);
    if (status.answer !== null) this.answers.push({ time: this.from, pattern: status.answer });
    for (const [key, { end }] of this.excursions) if (end !== null) this.excursions.delete(key);
    if (status.lastEvaluated === null) return;
    this.levels = [{ time: this.from, level: status.level, driving: status.driving }];
  }

  /** Adds the output of an advance within the range. */
  add(output: ProtectionOutput): void {
    this.addExcursions(output);
    this.addLevels(output);
    for (const { time, pattern } of output.answers) {
      const at = this.inRange(time);
      if (this.answers.at(-1)?.time === at) this.answers.pop();
      if ((this.answers.at(-1)?.pattern ?? null) !== pattern) this.answers.push({ time: at, pattern });
    }
    this.evaluations += output.evaluations;
  }

  /** A model answers points of its grid late: a change from before the range shows what is in effect at its start. */
  private inRange(time: number): number {
    return Math.max(time, this.from);
  }

  private addExcursions({ excursions }: ProtectionOutput): void {
    for (const { threshold, start, end } of excursions) {
      this.excursions.set(`${threshold} ${start}`, { threshold, start, end });
    }
  }

  /** One entry per time, even if level and driving threshold change together. */
  private addLevels({ levels, driving }: ProtectionOutput): void {
    if (levels.length === 0 && driving.length === 0) return;
    const levelAt = new Map(levels.map((change) => [this.inRange(change.time), change.level]));
    const drivingAt = new Map(driving.map((change) => [this.inRange(change.time), change.threshold]));
    for (const time of [...new Set([...levelAt.keys(), ...drivingAt.keys()])].sort((a, b) => a - b)) {
      const last = this.levels.at(-1);
      if (last?.time === time) this.levels.pop();
      this.levels.push({
        time,
        level: levelAt.get(time) ?? last?.level ?? 0,
        driving: drivingAt.has(time) ? drivingAt.get(time)! : (last?.driving ?? null),
      });
    }
  }

  finish({ definition }: ProtectionProgram): ProtectionFindings {
    const all = [...this.excursions.values()]
      .filter(({ end }) => end === null || end > this.from)
      .sort((one, other) => one.start - other.start);
    const counts = definition.thresholds.map(() => 0);
    const durations = definition.thresholds.map(() => 0);
    for (const { threshold, start, end } of all) {
      counts[threshold]! += 1;
      durations[threshold]! += Math.min(end ?? this.to, this.to) - Math.max(start, this.from);
    }
    return {
      excursions: all.slice(-most),
      levels: this.levels.slice(-most),
      answers: this.answers.slice(-most),
      counts,
      durations,
      truncated: Math.max(all.length, this.levels.length, this.answers.length) > most,
      evaluations: this.evaluations,
    };
  }
}
