/** Tells what is wrong with a value, in the user's words; null when nothing is. */
export type Rule<T = unknown> = (value: T) => string | null;

/** Whether a field counts as left empty: every rule but `required` lets that pass. */
export function isEmpty(value: unknown): value is null | undefined | '' {
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** What the first broken rule says; null when all hold. */
export function firstBroken<T>(value: T, rules: readonly Rule<T>[]): string | null {
  for (const rule of rules) {
    const message = rule(value);
    if (message !== null) return message;
  }
  return null;
}

/** The rules of a form or a call, by field. */
export type FieldRules<T> = { readonly [Field in keyof T]?: readonly Rule<T[Field]>[] };

/** What is wrong with each field, at most one message a field, in the order of the rules. */
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

/** The messages of the fields of a form that break their rules, by field. */
export function messagesOf<T extends object>(
  values: T,
  rules: FieldRules<T>,
): Partial<Record<keyof T & string, string>> {
  return Object.fromEntries(brokenFields(values, rules).map(({ path, message }) => [path, message])) as never;
}

/** Makes a rule that lets an empty value pass. */
export function unlessEmpty<T>(test: (value: NonNullable<T>) => string | null): Rule<T> {
  return (value) => (isEmpty(value) ? null : test(value as NonNullable<T>));
}
