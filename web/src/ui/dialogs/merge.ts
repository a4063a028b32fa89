import type { MergeField } from './merge-dialog.tsx';

/** What a field is called, and how a value of it reads. */
export type FieldTexts<T> = {
  [Name in keyof T & string]: { label: string; text: (value: T[Name]) => string };
};

/** The text of a field whose value is text. */
export const asTyped = (value: string): string => value;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The fields in which two versions of a record differ.
 * @param base the record that both began with: a field that only one of them changed is suggested to be as that one has it
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

/** Their version, with the own one of the fields chosen. */
export function merged<T extends object>(mine: T, theirs: T, chosen: ReadonlySet<keyof T & string>): T {
  const own = Object.fromEntries([...chosen].map((name) => [name, mine[name]]));
  return { ...theirs, ...own };
}
