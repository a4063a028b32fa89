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
export {
  type ExplainedPart,
  type ExplainedText,
  type ExplainedThreshold,
  explainCalculatedTag,
  explainProtection,
} from './explain/explain.ts';
export { type ExplainedAnswer, explainAnswer, type NoAnswerReason } from './explain/explain-answer.ts';
export { activityThresholds, type PrefilledThreshold } from './model/activity.ts';
export { type ActivityDue, activityDue, type DueState } from './model/activity-due.ts';
export { type Budget, BudgetExceeded, type BudgetOptions, createBudget } from './model/budget.ts';
export type * from './model/definition.ts';
export type * from './model/output.ts';
export {
  type Blocks,
  convertBlock,
  convertOwnBlock,
  PATTERN_ANSWERS,
  type PointBlock,
  Quality,
} from './model/points.ts';
export {
  type AliasOfTwin,
  createDefinition,
  findInputs,
  toIntervalSettings,
} from './model/protection-inputs.ts';
export { BEGINNING, type EvaluationState, type Resume } from './model/state.ts';
export {
  type AnnouncedExcursion,
  type Announcement,
  type Arrival,
  announcePast,
  firedActions,
  inTime,
} from './run/announcements.ts';
export { createCalculatedEvaluator } from './run/calculated-evaluator.ts';
export {
  createDeviationEvaluator,
  createDeviationProgram,
  type DeviationDefinition,
  type DeviationProgram,
} from './run/deviation-evaluator.ts';
export type * from './run/evaluator.ts';
export { FindingsLog } from './run/findings.ts';
export { createProtectionEvaluator, seenBy } from './run/protection-evaluator.ts';
