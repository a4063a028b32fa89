import { AppError } from '../../../platform/errors.ts';

/** Which column of a file holds what, by its place from 0. */
export type Layout =
  /** A row for each point, which names its tag. */
  | { form: 'long'; time: number; tag: number; value: number; quality: number | null }
  /** A row for each point of the one tag that was chosen beside the file. */
  | { form: 'single'; time: number; value: number; quality: number | null }
  /** A row for each time, with a column for each tag. */
  | { form: 'wide'; time: number; tags: { column: number; name: string }[]; quality: number | null };

const names = {
  time: ['time', 'timestamp', 'datetime', 'date', 'ts'],
  tag: ['tag', 'tagname', 'signal', 'sensor'],
  value: ['value', 'val', 'reading'],
  quality: ['quality', 'qualitycode'],
};

const mostShown = 50;
const longestShown = 200;

/** Names as a message shows them: of many the first, and of a long one its beginning. */
export function quoted(names: readonly string[]): string {
  const shown = names
    .slice(0, mostShown)
    .map((name) => `'${name.length > longestShown ? `${name.slice(0, longestShown)}…` : name}'`);
  const left = names.length - shown.length;
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
}

/**
 * Finds the columns by their headings, without regard to case, spaces and signs.
 *
 * @param singleTag whether a tag was chosen for a file that names none
 * @throws AppError naming the columns found, where a needed one is missing
 */
export function recognizeLayout(heading: readonly string[], singleTag: boolean): Layout {
  const found = `The columns found are ${quoted(heading)}.`;
  const refuse = (problem: string): never => {
    throw new AppError('invalid-file', `${problem} ${found}`);
  };
  const plain = heading.map((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const find = (kind: keyof typeof names) => {
    const column = plain.findIndex((name) => names[kind].includes(name));
    return column < 0 ? null : column;
  };
  const time = find('time');
  const quality = find('quality');
  const tag = find('tag');
  const value = find('value');
  if (time === null)
    return refuse("There is no column for the time: please name one 'time' in the first row.");
  if (tag !== null && value !== null) return { form: 'long', time, tag, value, quality };
  if (tag !== null && ['tag', 'tagname'].includes(plain[tag]!))
    return refuse("There is no column for the value: please name one 'value' in the first row.");
  const others = heading
    .map((name, column) => ({ column, name }))
    .filter(({ column, name }) => column !== time && column !== quality && name !== '');
  if (others.length === 0)
    return refuse("There is no column for values: please name it 'value' or after its tag in the first row.");
  if (singleTag) {
    const only = value ?? (others.length === 1 ? others[0]!.column : null);
    if (only === null)
      return refuse("There are several columns for values: please name one of them 'value'.");
    return { form: 'single', time, value: only, quality };
  }
  const seen = new Set<string>();
  for (const { name } of others) {
    if (seen.has(name)) return refuse(`There are two columns named ${quoted([name])}.`);
    seen.add(name);
  }
  return { form: 'wide', time, tags: others, quality };
}
