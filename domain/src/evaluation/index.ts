/**
 * The evaluation engine: compiles logic, and runs it over blocks of points. Live evaluation, recalculation and
 * simulation all use it, and get the same answers from the same points, however these are split.
 */
export { activityThresholds, type PrefilledThreshold } from './activity.ts';
export { type ActivityDue, activityDue, type DueState } from './activity-due.ts';
export {
  type AnnouncedExcursion,
  type Announcement,
  type Arrival,
  actionsOf,
  announcePast,
  inTime,
} from './announcements.ts';
export { type Budget, BudgetExceeded, type BudgetOptions, createBudget } from './budget.ts';
export { createCalculatedEvaluator } from './calculated-evaluator.ts';
export { compileCalculatedTag, compileProtection } from './compile.ts';
export {
  type ExplainedPart,
  type ExplainedText,
  type ExplainedThreshold,
  explainCalculatedTag,
  explainProtection,
} from './explain.ts';
export { FindingsLog } from './findings.ts';
export { createProtectionEvaluator, seenBy } from './protection-evaluator.ts';
export { type AliasOfTwin, definitionOf, inputsOf, settingsOf } from './protection-inputs.ts';
export { reachOf } from './reach.ts';
export * from './types.ts';
