/**
 * The evaluation engine: compiles logic and runs it over blocks of points. Live evaluation, recalculation and
 * simulation all use it. Equal points yield equal results, however the points are split into blocks.
 */

export { defineCondition } from './compile/classifier.ts';
export {
  type CalculatedTagContext,
  compileCalculatedTag,
  compileProtection,
  isWatched,
  isWithoutLogic,
} from './compile/compile.ts';
export type * from './compile/program.ts';
export { protectionError } from './compile/protection-errors.ts';
export { computeReach } from './compile/reach.ts';
export { type ExplainedPart, type ExplainedThreshold, explainProtection } from './explain/explain.ts';
export { type ExplainedAnswer, explainAnswer } from './explain/explain-answer.ts';
export { activityThresholds } from './model/activity.ts';
export { type ActivityDue, activityDue } from './model/activity-due.ts';
export { type Budget, BudgetExceeded, createBudget } from './model/budget.ts';
export type * from './model/definition.ts';
export type * from './model/output.ts';
export { type Blocks, convertBlock, convertOwnBlock, type PointBlock } from './model/points.ts';
export {
  type AliasOfTwin,
  createDefinition,
  findInputs,
  toIntervalSettings,
} from './model/protection-inputs.ts';
export { BEGINNING, type EvaluationState, type Resume } from './model/state.ts';
export { type AnnouncedExcursion, announcePast, firedActions, inTime } from './run/announcements.ts';
export { createCalculatedEvaluator } from './run/calculated-evaluator.ts';
export {
  createDeviationEvaluator,
  createDeviationProgram,
  type DeviationProgram,
} from './run/deviation-evaluator.ts';
export type * from './run/evaluator.ts';
export { FindingsLog } from './run/findings.ts';
export { createProtectionEvaluator, seenBy } from './run/protection-evaluator.ts';
