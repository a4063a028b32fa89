import type { SyntaxNode, Tree } from '@lezer/common';
import type { Range } from './ast.ts';
import { keywordNames } from './keywords.ts';
import { firstAtOrAfter, type Positions } from './positions.ts';
import { nearest } from './suggestion.ts';
import { comments, type Token, tokensOf } from './tokens.ts';

export interface SyntaxProblem extends Range {
  message: string;
  /** Offset of a name that this problem takes for a mistyped keyword: no unknown variable. */
  mistypedKeyword?: number;
}

/** Where a token leaves the parser waiting for a value. */
const beforeValue: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', '(', ',', '=', 'CompareOperator', 'AndKeyword', 'OrKeyword', 'NotKeyword'],
  ...['IfKeyword', 'ElseIfKeyword', 'ReturnKeyword'],
]);

const unclosed: Readonly<Record<string, string>> = {
  UnclosedAlias: 'This tag alias is not closed: ] is missing.',
  UnclosedName: 'This name is not closed: " is missing.',
  UnclosedComment: 'This comment is not closed: */ is missing.',
};

/** What people bring from other languages. */
const otherLanguages: Readonly<Record<string, string>> = {
  '&': 'Write AND to join two conditions.',
  '|': 'Write OR to join two conditions.',
  '!': 'Write NOT before a condition, or != between two values.',
  '%': 'Write MOD(x, y) for the remainder.',
  '^': 'Write POWER(x, y) for a power.',
  "'": 'Write names between double quotes.',
  ']': 'There is no [ for this ].',
  ':': 'Write = to give a variable its value.',
};

/**
 * The syntax errors of a parsed text in order of position, one for each place at which the parser had to recover.
 * What follows at once on an error is taken for its consequence.
 */
export function syntaxProblems(tree: Tree, text: string, positions: Positions): SyntaxProblem[] {
  const everything = tokensOf(tree, text);
  const tokens = everything.filter(({ name }) => !comments.has(name));
  const problems: SyntaxProblem[] = everything
    .filter(({ name }) => name in unclosed)
    .map(({ name, from, to }) => ({
      message: unclosed[name]!,
      from,
      to: from + text.slice(from, to).trimEnd().length,
    }));
  if (tokens.length === 0 && problems.length === 0) {
    return [{ message: 'Write an expression, or statements with a RETURN.', from: 0, to: 0 }];
  }

  const describe = new Description(text, tokens, positions);
  let last = -2;
  tree.iterate({
    enter(reference) {
      if (!reference.type.isError) return;
      const index = describe.indexAt(reference.from);
      const follows = index <= last + 1 || (index > 0 && tokens[index - 1]!.name in unclosed);
      if (follows || describe.consequence(index)) {
        if (index === last + 1) last = index;
        return;
      }
      last = index;
      problems.push(describe.problem(reference.node, index));
    },
  });
  return problems.sort((a, b) => a.from - b.from);
}

class Description {
  private readonly text: string;
  private readonly tokens: readonly Token[];
  private readonly positions: Positions;
  private readonly starts: readonly number[];
  /** For each closing bracket, the index of the token that opens it; for each unclosed opening one, -1. */
  private readonly openers = new Map<number, number>();

  constructor(text: string, tokens: readonly Token[], positions: Positions) {
    this.text = text;
    this.tokens = tokens;
    this.positions = positions;
    this.starts = tokens.map(({ from }) => from);
    const open: number[] = [];
    tokens.forEach(({ name }, index) => {
      if (name === '(' || name === '{') open.push(index);
      if (name !== ')' && name !== '}') return;
      const opener = open.at(-1);
      if (opener === undefined || tokens[opener]!.name !== (name === ')' ? '(' : '{')) return;
      this.openers.set(index, open.pop()!);
    });
    for (const index of open) this.openers.set(index, -1);
  }

  /** The first token at or after an offset; the number of tokens at the end of the text. */
  indexAt(offset: number): number {
    return firstAtOrAfter(this.starts, offset);
  }

  /** A closing bracket whose opening one was skipped is no error of its own. */
  consequence(index: number): boolean {
    const opener = this.openers.get(index);
    return opener !== undefined && opener >= 0 && this.tokens[opener]!.skipped;
  }

  problem(error: SyntaxNode, index: number): SyntaxProblem {
    const previous = this.tokens[index - 1];
    const next = this.tokens[index];
    const end = previous?.to ?? 0;
    const range = next === undefined ? { from: end, to: end } : { from: next.from, to: next.to };
    const typo = this.mistypedKeyword(previous);
    if (typo !== null && next !== undefined) {
      return {
        ...range,
        message: `${this.show(next)} is not expected after ${this.show(previous!)}. Did you mean ${typo}?`,
        mistypedKeyword: previous!.from,
      };
    }
    return { ...range, message: this.message(error, previous, next, index) };
  }

  private message(
    error: SyntaxNode,
    previous: Token | undefined,
    next: Token | undefined,
    index: number,
  ): string {
    const parent = error.parent?.name ?? '';
    const word = next === undefined ? '' : this.textOf(next);
    if (next?.name === '⚠') return otherLanguages[word[0]!] ?? `${this.show(next)} has no meaning here.`;
    if ((next?.name === ')' || next?.name === '}') && !this.openers.has(index)) {
      return `There is no ${next.name === ')' ? '(' : '{'} for this ${next.name}.`;
    }
    if (previous !== undefined && next !== undefined && this.textOf(previous) === '<' && word === '>') {
      return 'Write != for not equal.';
    }
    if (previous !== undefined && beforeValue.has(previous.name)) {
      const after = `A value is missing after ${this.show(previous)}`;
      if (next?.name === 'Name') return `${after}: a name in quotes is none.`;
      if (next?.name === 'NoCalc') return 'NO_CALC stands alone after RETURN.';
      return `${after}.`;
    }
    if (previous?.name === 'Number' || previous?.name === 'Bool') {
      return `The name of a variable is missing after ${this.show(previous)}.`;
    }
    if (word === '=') return 'Write == to compare two values.';
    if (next?.name === 'CompareOperator') {
      return parent === 'Assignment'
        ? `A statement that begins with ${this.show(previous!)} goes on with = and a value.`
        : 'Comparisons do not chain: join two of them with AND.';
    }
    const branch = parent === 'If' || parent === 'ElseIf' || parent === 'Else';
    if (branch && next?.name !== 'ElseKeyword' && next?.name !== 'ElseIfKeyword') {
      const what = parent === 'Else' ? 'ELSE' : 'the condition';
      return `{ is missing after ${what}: the statements of a branch stand between { and }.`;
    }
    if (next === undefined || next.name === '}' || next.name === ')') {
      const opener = this.unclosedBefore(index);
      if (opener !== null) {
        const { line, column } = this.positions.at(opener.from);
        return `${opener.name === '(' ? ')' : '}'} is missing for the ${opener.name} at [${line}, ${column}].`;
      }
    }
    if (next === undefined) return `The text ends too early, after ${this.show(previous!)}.`;
    if (next.name === 'ElseKeyword' || next.name === 'ElseIfKeyword') {
      return `There is no IF before this ${word.toUpperCase()}.`;
    }
    if (next.name === 'NoCalc') return 'NO_CALC stands alone after RETURN.';
    if (next.name === 'Name') return 'A name in quotes stands only between the parentheses of a function.';
    if (previous === undefined) return `A text does not begin with ${this.show(next)}.`;
    return `${this.show(next)} is not expected after ${this.show(previous)}.`;
  }

  /** The innermost bracket before a token that nothing closes. */
  private unclosedBefore(index: number): Token | null {
    for (let at = index - 1; at >= 0; at--) if (this.openers.get(at) === -1) return this.tokens[at]!;
    return null;
  }

  private mistypedKeyword(token: Token | undefined): string | null {
    if (token?.name !== 'VariableName' || token.to - token.from < 2) return null;
    return nearest(this.textOf(token).toUpperCase(), keywordNames);
  }

  private textOf({ from, to }: Token): string {
    return this.text.slice(from, to);
  }

  private show(token: Token): string {
    const word = this.textOf(token);
    return word.length > 40 ? `${word.slice(0, 40)}…` : word;
  }
}
