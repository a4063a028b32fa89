import type { ProtectionProgram } from '../compile/program.ts';
import type { Budget } from '../model/budget.ts';
import type { Blocks } from '../model/points.ts';
import type { EvaluationState, Resume } from '../model/state.ts';
import type { ProtectionEvaluator } from './evaluator.ts';

export type CreateEvaluator = (
  program: ProtectionProgram,
  resume?: Resume,
  budget?: Budget,
) => ProtectionEvaluator;

/** Tracks whether the condition of use of a model is true. While it is unknown, its last result holds. */
export class ConditionOfUse {
  private readonly program: ProtectionProgram;
  private readonly createEvaluator: CreateEvaluator;
  private evaluator: ProtectionEvaluator;
  /** The times at which it changed in the last advance, and whether it was true before the first. */
  private turns: number[] = [];
  private before = false;
  private next = 0;

  constructor(program: ProtectionProgram, createEvaluator: CreateEvaluator) {
    this.program = program;
    this.createEvaluator = createEvaluator;
    this.evaluator = createEvaluator(program);
  }

  restore(resume: Resume, budget: Budget | undefined): void {
    this.evaluator = this.createEvaluator(this.program, resume, budget);
  }

  save(): EvaluationState {
    return this.evaluator.save();
  }

  /** Evaluates the condition over the points up to a time. */
  advance(blocks: Blocks, until: number, budget: Budget | undefined): void {
    this.before = this.evaluator.open().length > 0;
    const { excursions } = this.evaluator.advance(blocks, until, { live: false, unlogged: true, budget });
    this.turns = excursions.map(({ start, end }) => end ?? start);
    this.next = 0;
  }

  /** Whether it was true at a time of the last advance. Times must not decrease. */
  isTrueAt(time: number): boolean {
    while (this.next < this.turns.length && this.turns[this.next]! <= time) this.next += 1;
    return this.before !== (this.next % 2 === 1);
  }
}
