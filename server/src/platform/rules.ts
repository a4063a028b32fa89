import { brokenFields, type FieldRules } from '@twinward/domain/rules/rule';
import { AppError } from './errors.ts';

export type Problem = { path: string; message: string };

/**
 * @throws AppError `invalid-request` with all problems, the first as its message. Does nothing without
 * problems.
 */
export function refuseProblems(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const message = first.path ? `${first.path}: ${first.message}` : first.message;
  throw new AppError('invalid-request', message, { errors: [...problems] });
}

/** @throws AppError `invalid-request` naming each field that breaks its rules, like the forms. */
export function assertRules<T extends object>(values: T, rules: FieldRules<T>): void {
  refuseProblems(brokenFields(values, rules));
}
