import type { Range } from './ast.ts';
import { isParsable } from './parser/limits.ts';
import { parser } from './parser/parser.ts';
import { listTokens, type Token } from './parser/tokens.ts';

/** A reference to a tag alias in a text. */
export interface AliasReference extends Range {
  name: string;
}

/** A cache of short texts. It is effective because the twins of a model have the same logic. */
const lately = new Map<string, readonly AliasReference[]>();
const mostTexts = 1000;
const shortText = 500;

/** All references to tag aliases in order, also in a text with errors. */
export function aliasReferences(text: string): readonly AliasReference[] {
  const known = lately.get(text);
  if (known) return known;
  const references = tokensIn(text)
    .filter(({ name }) => name === 'Alias')
    .map(({ from, to }) => ({ name: text.slice(from + 1, to - 1), from, to }));
  if (text.length > shortText) return references;
  if (lately.size >= mostTexts) lately.clear();
  lately.set(text, references);
  return references;
}

/** Replaces an alias in a text. Comments are not changed. */
export function renameAlias(text: string, from: string, to: string): string {
  const aliases = tokensIn(text).filter(({ name }) => name === 'Alias');
  return withReplacements(text, aliases, `[${from}]`, `[${to}]`);
}

/** Replaces several aliases in a text at once. Aliases without a replacement are kept. */
export function replaceAliases(text: string, replacements: ReadonlyMap<string, string>): string {
  return replaceNames(text, aliasReferences(text), replacements);
}

/** The names of the parameters that a text refers to, each once, in order; also in a text with errors. */
export function parameterReferences(text: string): string[] {
  if (!text.includes('{')) return [];
  return [...new Set(parameterTokens(text).map(({ from, to }) => text.slice(from + 1, to - 1)))];
}

/** Replaces parameters in a text by names or values in braces. Others, and comments, are kept. */
export function replaceParameters(text: string, replacements: ReadonlyMap<string, string>): string {
  return text.includes('{') ? replaceNames(text, parameterTokens(text), replacements) : text;
}

const parameterTokens = (text: string): Token[] => tokensIn(text).filter(({ name }) => name === 'Parameter');

/** Replaces the reference name of a threshold (its alias, or its name if it has none). */
export function renameThreshold(text: string, from: string, to: string): string {
  const tokens = tokensIn(text);
  const names = tokens.filter((_, index) => isFirstArgument(/^EXCURSION(COUNT|TIME)$/i, text, tokens, index));
  return withReplacements(text, names, `"${from}"`, `"${to}"`);
}

/** The names of the patterns that a text refers to, in order. */
export function patternReferences(text: string): string[] {
  return patternNames(text).map(({ from, to }) => text.slice(from + 1, to - 1));
}

/** Replaces the references to patterns, also in a text with errors. Others are kept. */
export function replacePatterns(text: string, replacements: ReadonlyMap<string, string>): string {
  return replacements.size > 0 ? replaceNames(text, patternNames(text), replacements) : text;
}

/** Replaces names in brackets, braces or quotes. */
function replaceNames(
  text: string,
  tokens: readonly Range[],
  replacements: ReadonlyMap<string, string>,
): string {
  let result = '';
  let at = 0;
  for (const { from, to } of tokens) {
    const name = text.slice(from + 1, to - 1);
    result += text.slice(at, from + 1) + (replacements.get(name) ?? name);
    at = to - 1;
  }
  return result + text.slice(at);
}

function patternNames(text: string): Token[] {
  const tokens = tokensIn(text);
  return tokens.filter((_, index) => isFirstArgument(/^MATCHESPATTERN$/i, text, tokens, index));
}

/** Whether a token is a name in quotes, and the first argument of a function. */
function isFirstArgument(called: RegExp, text: string, tokens: readonly Token[], index: number): boolean {
  const word = tokens[index - 2];
  return (
    tokens[index]!.name === 'Name' &&
    tokens[index - 1]?.name === '(' &&
    word?.name === 'FunctionName' &&
    called.test(text.slice(word.from, word.to))
  );
}

/** The names of units that follow numbers in a text, in order. */
export function unitReferences(text: string): string[] {
  return unitTokens(tokensIn(text)).map(({ from, to }) => text.slice(from + 1, to - 1));
}

/** Replaces a unit after numbers in a text: any of its names by another. */
export function renameUnit(text: string, names: readonly string[], to: string): string {
  let result = text;
  for (const name of names) {
    result = withReplacements(result, unitTokens(tokensIn(result)), `"${name}"`, `"${to}"`);
  }
  return result;
}

const unitTokens = (tokens: readonly Token[]): Token[] =>
  tokens.filter(({ name }, index) => name === 'Name' && tokens[index - 1]?.name === 'NumberLiteral');

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
  return listTokens(parser.parse(text), text).filter(({ name }) => !name.endsWith('Comment'));
}
