import type { Builtin } from './builtin.ts';

/** The kinds of arguments that a call accepts at a position. */
export type Parameter =
  | 'value'
  | 'alias'
  | 'counter'
  | 'interval'
  | 'threshold'
  | 'pattern'
  | 'kind'
  | 'flag';

const marks: readonly (readonly [mark: string, parameter: Parameter])[] = [
  ['[counter]', 'counter'],
  ['[tag]', 'alias'],
  ['#interval', 'interval'],
  ['"threshold"', 'threshold'],
  ['"pattern"', 'pattern'],
  ['kind', 'kind'],
  ['TRUE', 'flag'],
];

/** The kinds of arguments that a function accepts at a position (from 0), by its signatures. */
export function parametersAt({ signatures }: Builtin, index: number): ReadonlySet<Parameter> {
  const found = new Set<Parameter>();
  for (const signature of signatures) {
    const parameters = signature.slice(signature.indexOf('(') + 1, -1).split(', ');
    const more = parameters.at(-1) === '...';
    const parameter = more ? parameters[0] : parameters[index];
    if (parameter) found.add(marks.find(([mark]) => mark === parameter)?.[1] ?? 'value');
  }
  return found;
}
