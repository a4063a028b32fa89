import type { Range } from '../ast.ts';
import { findBuiltin } from '../builtins/index.ts';
import { referenceName } from '../checker/names.ts';
import { findUnits } from '../checker/unit-names.ts';
import type { LanguageContext } from '../context.ts';
import { intervalLiteral, wordsOfInterval } from '../interval-literal.ts';
import { showParameter } from '../parameters.ts';
import { conventional } from '../parser/keywords.ts';
import { cursorAt } from './cursor.ts';
import { keywordDocs } from './keyword-docs.ts';

/** The description of a word. */
export interface Hover extends Range {
  /** The full word: `[Flow]`, `NUMBER limit`; for a function its signatures, one per line. */
  title: string;
  /** May be empty. */
  description: string;
  /** For functions. */
  example?: string;
}

/** The description of the word at an offset; null without a word or a description. */
export function hover(text: string, offset: number, context: LanguageContext): Hover | null {
  // A cursor belongs to the character before it, the pointer to the one after it.
  const inside = cursorAt(text, offset);
  const cursor = inside?.token && offset < inside.token.to ? inside : cursorAt(text, offset + 1);
  const token = cursor?.token;
  if (!cursor || !token || offset < token.from || offset >= token.to) return null;
  const word = text.slice(token.from, token.to);
  const found = describe(token.name, word, context) ?? variable(word, cursor.variables);
  return found && { from: token.from, to: token.to, ...found };
}

type Description = Omit<Hover, keyof Range>;

function describe(kind: string, word: string, context: LanguageContext): Description | null {
  switch (kind) {
    case 'Alias': {
      const alias = context.aliases.find(({ name }) => `[${name}]` === word);
      if (alias === undefined) return null;
      const type = alias.type === 'work' ? 'Completed work' : alias.counter ? 'A counter' : 'Data points';
      return { title: word, description: [alias.description, `${type}.`].filter(Boolean).join(' ') };
    }
    case 'Parameter': {
      const parameter = context.parameters?.find(({ name }) => `{${name}}` === word);
      if (parameter === undefined) return null;
      const value = showParameter(parameter, context.units) || 'No value yet';
      return { title: word, description: [`${value}.`, parameter.description].filter(Boolean).join(' ') };
    }
    case 'FunctionName': {
      const builtin = findBuiltin(word);
      if (builtin === undefined) return null;
      const { signatures, description, example, indicatorOnly } = builtin;
      const only = indicatorOnly ? ' Only in the thresholds of a protection.' : '';
      return { title: signatures.join('\n'), description: description + only, example };
    }
    case 'Interval': {
      const interval = intervalLiteral(word);
      return 'code' in interval ? null : { title: word, description: wordsOfInterval(interval.milliseconds) };
    }
    case 'Name':
      return named(word, context);
  }
  const keyword = conventional(word);
  if (kind === 'VariableName' || !Object.hasOwn(keywordDocs, keyword)) return null;
  return { title: keyword, description: keywordDocs[keyword]! };
}

function named(
  word: string,
  { thresholds = [], patterns = [], units = [] }: LanguageContext,
): Description | null {
  const threshold = thresholds.find((candidate) => `"${referenceName(candidate)}"` === word);
  if (threshold) return { title: word, description: `Threshold ${threshold.name}.` };
  if (patterns.some((name) => `"${name}"` === word)) return { title: word, description: 'Pattern.' };
  const [unit] = findUnits(word.slice(1, -1), units);
  return unit ? { title: word, description: `The unit ${unit.name} (${unit.code}).` } : null;
}

function variable(word: string, variables: readonly { name: string; type: string }[]): Description | null {
  const found = variables.find(({ name }) => name === word);
  return found
    ? { title: `${found.type === 'number' ? 'NUMBER' : 'BOOL'} ${word}`, description: 'Variable.' }
    : null;
}
