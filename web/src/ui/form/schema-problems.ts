import type { z } from 'zod';

/**
 * The problems of a draft by the schema of its request, by the last name of their path. A field without a value is
 * reported as required.
 * @param request the draft in the form of the request
 */
export function schemaProblems<D extends object>(
  schema: z.ZodType,
  request: unknown,
  draft: D,
): Partial<Record<keyof D & string, string>> {
  const problems: Partial<Record<keyof D & string, string>> = {};
  for (const { path, message } of schema.safeParse(request).error?.issues ?? []) {
    const field = path.at(-1) as keyof D & string;
    problems[field] ??= draft[field] === null ? 'Required.' : message;
  }
  return problems;
}
