import type { MergeField } from './merge-dialog.tsx';

/** The label of a field, and how its values are formatted. */
export type FieldTexts<T> = {
  [Name in keyof T & string]: { label: string; text: (value: T[Name]) => string };
};

/** Formats a text field: returns its value unchanged. */
export const asTyped = (value: string): string => value;

/** Whether two values have the same content. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the fields in which two versions of a record differ.
 * @param base the common base of both; if only one version changed a field, that version is suggested
 */
export function differences<T extends object>(
  base: T,
  mine: T,
  theirs: T,
  texts: FieldTexts<T>,
): MergeField<keyof T & string>[] {
  const names = Object.keys(texts) as (keyof T & string)[];
  return names.flatMap((name) => {
    if (isSame(mine[name], theirs[name])) return [];
    const { label, text } = texts[name];
    const suggested = isSame(theirs[name], base[name])
      ? ('mine' as const)
      : isSame(mine[name], base[name])
        ? ('theirs' as const)
        : null;
    return [{ name, label, mine: text(mine[name]), theirs: text(theirs[name]), suggested }];
  });
}

/** Returns `theirs` with the chosen fields of `mine`. */
export function merged<T extends object>(mine: T, theirs: T, chosen: ReadonlySet<keyof T & string>): T {
  const own = Object.fromEntries([...chosen].map((name) => [name, mine[name]]));
  return { ...theirs, ...own };
}
