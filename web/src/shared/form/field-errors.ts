import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';

/**
 * Sets the server's validation errors on their fields, and focuses the first.
 * @returns whether every error belongs to a field; otherwise the form must show the error
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
