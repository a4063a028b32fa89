import type { Range } from './ast.ts';
import { isParsable } from './parser/limits.ts';
import { parser } from './parser/parser.ts';
import { type Token, tokensOf } from './parser/tokens.ts';

/** A reference to a tag alias in a text. */
export interface AliasReference extends Range {
  name: string;
}

/** All references to tag aliases in order, also in a text with errors. */
export function aliasReferences(text: string): AliasReference[] {
  return tokensIn(text)
    .filter(({ name }) => name === 'Alias')
    .map(({ from, to }) => ({ name: text.slice(from + 1, to - 1), from, to }));
}

/** Replaces an alias in a text. Comments are not changed. */
export function renameAlias(text: string, from: string, to: string): string {
  const aliases = tokensIn(text).filter(({ name }) => name === 'Alias');
  return withReplacements(text, aliases, `[${from}]`, `[${to}]`);
}

/** Replaces the reference name of a threshold (its alias, or its name if it has none). */
export function renameThreshold(text: string, from: string, to: string): string {
  const tokens = tokensIn(text);
  const names = tokens.filter((token, index) => token.name === 'Name' && namesThreshold(text, tokens, index));
  return withReplacements(text, names, `"${from}"`, `"${to}"`);
}

/** Whether the name is an argument of an excursion function: the name in MATCHESPATTERN is a pattern's. */
function namesThreshold(text: string, tokens: readonly Token[], index: number): boolean {
  const word = tokens[index - 2];
  return (
    tokens[index - 1]?.name === '(' &&
    word?.name === 'FunctionName' &&
    /^EXCURSION(COUNT|TIME)$/i.test(text.slice(word.from, word.to))
  );
}

function withReplacements(text: string, tokens: readonly Token[], from: string, to: string): string {
  let result = '';
  let at = 0;
  for (const token of tokens) {
    if (text.slice(token.from, token.to) !== from) continue;
    result += text.slice(at, token.from) + to;
    at = token.to;
  }
  return result + text.slice(at);
}

/** The tokens without comments; empty for a text beyond the limits. */
function tokensIn(text: string): Token[] {
  if (!isParsable(text)) return [];
  return tokensOf(parser.parse(text), text).filter(({ name }) => !name.endsWith('Comment'));
}
