import { check } from '../check.ts';
import type { CheckOptions } from '../context.ts';

/** The context of a protection for tests: the text's own threshold is the third of four. */
export const indicator: CheckOptions = {
  dialect: 'indicator',
  result: 'boolean',
  aliases: [
    { name: 'Flow', type: 'data_point', description: 'Discharge flow' },
    { name: 'Temp', type: 'data_point' },
    { name: 'Hours', type: 'data_point', counter: true },
    { name: 'Service', type: 'work' },
  ],
  thresholds: [{ name: 'High' }, { name: 'Often high', alias: 'often' }, { name: 'Own' }, { name: 'Below' }],
  position: 2,
  patterns: ['No match', 'Cavitation'],
};

/** The context of a calculated tag for tests. */
export const base: CheckOptions = { dialect: 'base', result: 'number', aliases: indicator.aliases };

/** The errors of a text, one per line: `line:column-line:column code message`. */
export function findErrors(text: string, options: CheckOptions): string[] {
  const result = check(text, options);
  if (result.ok) return [];
  return result.errors.map(
    ({ code, message, from, to }) => `${from.line}:${from.column}-${to.line}:${to.column} ${code} ${message}`,
  );
}
