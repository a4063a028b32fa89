import type { SyntaxNode, Tree } from '@lezer/common';
import type { Range } from '../ast.ts';
import { edits, nearest } from '../suggestion.ts';
import { keywordNames } from './keywords.ts';
import { firstAtOrAfter, type Positions } from './positions.ts';
import type { Steps } from './steps.ts';
import { beforeValue, type Token } from './tokens.ts';

interface SyntaxProblem extends Range {
  message: string;
}

/** Operators of other languages, with their equivalents. */
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

/** Tokens that are always an error. */
export function isMistake(name: string): boolean {
  return name === 'Unknown' || name.startsWith('Unclosed');
}

function mistake(name: string, word: string): string | null {
  switch (name) {
    case 'UnclosedAlias':
      return 'This tag alias is not closed: ] is missing.';
    case 'UnclosedParameter':
      return 'This parameter is not closed: } is missing.';
    case 'UnclosedName':
      return 'This name is not closed: " is missing.';
    case 'UnclosedComment':
      return 'This comment is not closed: */ is missing.';
    case 'Unknown':
      return otherLanguages[word[0]!] ?? `${shortened(word)} has no meaning here.`;
    default:
      return null;
  }
}

function shortened(word: string): string {
  return word.length > 40 ? `${word.slice(0, 40)}…` : word;
}

/**
 * The syntax errors of a parsed text in order of position. At most one error of the parser is reported per
 * step, and only if none of the step's tokens is an error in itself: later errors in the step are treated as
 * consequences.
 *
 * @param everything the tokens of the text; `tokens` are those without comments
 */
export function syntaxProblems(
  tree: Tree,
  text: string,
  positions: Positions,
  everything: readonly Token[],
  tokens: readonly Token[],
  steps: Steps,
): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const broken = new Set<number>();
  everything.forEach(({ name, from, to }, index) => {
    if (name === 'Unknown' && everything[index - 1]?.name === 'Unknown') return;
    const message = mistake(name, text.slice(from, to));
    // An invalid character may have replaced its [.
    if (message === null || (text[from] === ']' && broken.has(steps.at(from)))) return;
    broken.add(steps.at(from));
    problems.push({ message, from, to: from + text.slice(from, to).trimEnd().length });
  });
  if (tokens.length === 0 && problems.length === 0) {
    return [{ message: 'Write an expression, or statements with a RETURN.', from: 0, to: 0 }];
  }

  let first = problems[0]?.from ?? Infinity;
  const describe = new Description(text, tokens, positions);
  tree.iterate({
    enter(reference) {
      if (!reference.type.isError) return;
      const index = describe.indexAt(reference.from);
      if (describe.isConsequence(index)) return;
      const problem = describe.problem(reference.node, index);
      const touched = steps.brokenAt(problem.from);
      const lost = first < problem.from && !isInStatement(reference.node, steps.getStart(touched.at(-1)!));
      if (lost || touched.some((step) => broken.has(step))) return;
      for (const step of touched) broken.add(step);
      first = Math.min(first, problem.from);
      problems.push(problem);
    },
  });
  return problems.sort((a, b) => a.from - b.from);
}

/**
 * Whether the parser was inside the statement that starts at this offset, and not misled by an earlier
 * mistake.
 */
function isInStatement(error: SyntaxNode, from: number): boolean {
  for (let node = error.parent; node !== null; node = node.parent) {
    if (node.from === from && steppingNodes.has(node.name)) return true;
  }
  return false;
}

/** The nodes that start where a step starts. */
const steppingNodes: ReadonlySet<string> = new Set([
  ...['Declaration', 'Assignment', 'If', 'ElseIf', 'Else', 'Return'],
]);

/** Tokens that can't occur between parentheses: before one of them, an open parenthesis was not closed. */
const endsParentheses: ReadonlySet<string> = new Set([
  ...['}', ')', '{', 'IfKeyword', 'ElseIfKeyword', 'ElseKeyword', 'ReturnKeyword', 'Number', 'Bool'],
]);

class Description {
  private readonly text: string;
  private readonly tokens: readonly Token[];
  private readonly positions: Positions;
  private readonly starts: readonly number[];
  /** The names of the variables that the text declares. */
  private readonly declared: ReadonlySet<string>;
  /** For each closing bracket, the index of its opening token; for each unclosed opening one, -1. */
  private readonly openers = new Map<number, number>();
  /** The unclosed opening brackets, ascending. */
  private readonly unclosed: readonly number[];

  constructor(text: string, tokens: readonly Token[], positions: Positions) {
    this.text = text;
    this.tokens = tokens;
    this.positions = positions;
    this.starts = tokens.map(({ from }) => from);
    this.declared = new Set(
      tokens.filter(({ name }) => name === 'VariableDefinition').map((t) => this.getText(t)),
    );
    const open: number[] = [];
    tokens.forEach(({ name }, index) => {
      if (name === '(' || name === '{') open.push(index);
      if (name !== ')' && name !== '}') return;
      const opener = open.at(-1);
      if (opener === undefined || tokens[opener]!.name !== (name === ')' ? '(' : '{')) return;
      this.openers.set(index, open.pop()!);
    });
    for (const index of open) this.openers.set(index, -1);
    this.unclosed = open;
  }

  /** The index of the first token at or after an offset; the number of tokens at the end of the text. */
  indexAt(offset: number): number {
    return firstAtOrAfter(this.starts, offset);
  }

  /** Whether a closing bracket only follows from a skipped opening one. */
  isConsequence(index: number): boolean {
    const opener = this.openers.get(index);
    return opener !== undefined && opener >= 0 && this.tokens[opener]!.skipped;
  }

  problem(error: SyntaxNode, index: number): SyntaxProblem {
    const previous = this.tokens[index - 1];
    const next = this.tokens[index];
    const end = previous?.to ?? 0;
    const range = next === undefined ? { from: end, to: end } : { from: next.from, to: next.to };
    for (const word of [next, previous]) {
      const meant = previous && next && word && this.mistypedKeyword(word);
      if (!meant) continue;
      const message = `${this.show(next)} is not expected after ${this.show(previous)}. Did you mean ${meant}?`;
      return { ...range, message };
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
    const word = next === undefined ? '' : this.getText(next);
    if ((next?.name === ')' || next?.name === '}') && !this.openers.has(index)) {
      return `There is no ${next.name === ')' ? '(' : '{'} for this ${next.name}.`;
    }
    if (previous !== undefined && next !== undefined && this.getText(previous) === '<' && word === '>') {
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
    if (next === undefined || endsParentheses.has(next.name)) {
      const opener = this.unclosedBefore(index);
      if (
        opener !== null &&
        (opener.name === '(' || next === undefined || next.name === '}' || next.name === ')')
      ) {
        const { line, column } = this.positions.at(opener.from);
        return `${opener.name === '(' ? ')' : '}'} is missing for the ${opener.name} at [${line}, ${column}].`;
      }
    }
    const branch = parent === 'If' || parent === 'ElseIf' || parent === 'Else';
    if (branch && next?.name !== 'ElseKeyword' && next?.name !== 'ElseIfKeyword') {
      const what = parent === 'Else' ? 'ELSE' : 'the condition';
      return `{ is missing after ${what}: the statements of a branch stand between { and }.`;
    }
    if (next === undefined) return `The text ends too early, after ${this.show(previous!)}.`;
    if (next.name === 'ElseKeyword' || next.name === 'ElseIfKeyword') {
      return `There is no IF before this ${word.toUpperCase()}.`;
    }
    if (next.name === 'NoCalc') return 'NO_CALC stands alone after RETURN.';
    if (next.name === 'Name')
      return 'A name in quotes stands only between the parentheses of a function, or after a number as its unit.';
    if (previous === undefined) return `A text does not begin with ${this.show(next)}.`;
    if (parent === 'Arguments') return `, is missing between ${this.show(previous)} and ${this.show(next)}.`;
    return `${this.show(next)} is not expected after ${this.show(previous)}.`;
  }

  /** The innermost unclosed bracket before a token. */
  private unclosedBefore(index: number): Token | null {
    const at = this.unclosed[firstAtOrAfter(this.unclosed, index) - 1];
    return at === undefined ? null : this.tokens[at]!;
  }

  /**
   * The keyword that was probably meant by an undeclared word next to an error; short words must be closer to
   * it.
   */
  private mistypedKeyword(token: Token | undefined): string | null {
    if (token?.name !== 'VariableName') return null;
    const word = this.getText(token);
    if (this.declared.has(word)) return null;
    const keyword = nearest(word.toUpperCase(), keywordNames);
    return keyword !== null && edits(word.toUpperCase(), keyword) < word.length ? keyword : null;
  }

  private getText({ from, to }: Token): string {
    return this.text.slice(from, to);
  }

  private show(token: Token): string {
    return shortened(this.getText(token));
  }
}
