import { notInStore } from '@twinward/contracts/core/error';
import { brokenFields, type FieldRules } from '@twinward/domain/rules/rule';
import { AppError } from './errors.ts';

export type Problem = { path: string; message: string };

/**
 * @throws AppError `invalid-request` with all problems, and the first one as its message; does nothing without
 *   problems.
 */
export function refuseProblems(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const message = first.path ? `${first.path}: ${first.message}` : first.message;
  throw new AppError('invalid-request', message, { errors: [...problems] });
}

/**
 * A tag, activity, failure mode or input that a call refers to by its id.
 * @throws AppError `invalid-request` at the path of the id if the record does not exist.
 */
export function referred<T>(record: T | null | undefined, path: string, id: number): T {
  if (record !== null && record !== undefined) return record;
  const message = notInStore(id);
  throw new AppError('invalid-request', message, { errors: [{ path, message }] });
}

/** @throws AppError `invalid-request`, naming each field that violates its rules, like the forms. */
export function assertRules<T extends object>(values: T, rules: FieldRules<T>): void {
  refuseProblems(brokenFields(values, rules));
}
