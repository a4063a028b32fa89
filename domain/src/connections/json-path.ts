/** Paths into JSON, such as `data.values[0].v` or `$["inlet pressure"]`. */

export type JsonPath = readonly (string | number)[];

const step = /(?:^|\.)([^\s.[\];="$]+)|\[(\d{1,6})\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** @returns null if invalid */
export function parseJsonPath(text: string): JsonPath | null {
  let rest = text;
  if (rest === '$') return [];
  if (rest.startsWith('$.')) rest = rest.slice(2);
  else if (rest.startsWith('$[')) rest = rest.slice(1);
  if (rest === '') return null;
  const path: (string | number)[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < rest.length) {
    const found = step.exec(rest);
    if (!found) return null;
    const [, name, index, quoted] = found;
    path.push(name ?? (index === undefined ? quoted!.replace(/\\(.)/g, '$1') : Number(index)));
  }
  return path;
}

/** @returns undefined if the path does not exist */
export function readJsonPath(document: unknown, path: JsonPath): unknown {
  let at = document;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}
