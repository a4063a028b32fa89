/** Returns the message for a value that breaks the rule, else null. */
export type Rule<T = unknown> = (value: T) => string | null;

/** Whether a field is empty. Every rule but `required` accepts empty fields. */
export function isEmpty(value: unknown): value is null | undefined | '' {
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** The message of the first broken rule; null if none is broken. */
export function firstBroken<T>(value: T, rules: readonly Rule<T>[]): string | null {
  for (const rule of rules) {
    const message = rule(value);
    if (message !== null) return message;
  }
  return null;
}

/** The rules of a form or a call, by field. */
export type FieldRules<T> = { readonly [Field in keyof T]?: readonly Rule<T[Field]>[] };

/** The first message of each invalid field, in the order of the rules. */
export function brokenFields<T extends object>(
  values: T,
  rules: FieldRules<T>,
): { path: string; message: string }[] {
  const broken: { path: string; message: string }[] = [];
  for (const field of Object.keys(rules) as (keyof T & string)[]) {
    const message = firstBroken(values[field], rules[field] ?? []);
    if (message !== null) broken.push({ path: field, message });
  }
  return broken;
}

/** The messages of the invalid fields of a form, by field. */
export function fieldMessages<T extends object>(
  values: T,
  rules: FieldRules<T>,
): Partial<Record<keyof T & string, string>> {
  return Object.fromEntries(brokenFields(values, rules).map(({ path, message }) => [path, message])) as never;
}

/** Creates a rule that accepts empty values. */
export function unlessEmpty<T>(test: (value: NonNullable<T>) => string | null): Rule<T> {
  return (value) => (isEmpty(value) ? null : test(value as NonNullable<T>));
}
