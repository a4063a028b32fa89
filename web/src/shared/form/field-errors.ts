import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';

/**
 * Writes what the server found wrong beside the fields that it names, with the focus on the first.
 * @returns whether all of it found its field; what did not is to be said for the whole form
 */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<T>[],
  setError: UseFormSetError<T>,
): boolean {
  const problems = error instanceof ApiError ? (error.body.errors ?? []) : [];
  let isFirst = true;
  for (const { path, message } of problems) {
    const field = fields.find((name) => name === path);
    if (field === undefined) continue;
    setError(field, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
  }
  return problems.length > 0 && problems.every(({ path }) => fields.some((name) => name === path));
}
