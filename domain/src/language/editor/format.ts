import type { Tree } from '@lezer/common';
import { trendKinds } from '../builtins/trend.ts';
import { statementNames } from '../checker/statements.ts';
import { conventional } from '../parser/keywords.ts';
import { isParsable } from '../parser/limits.ts';
import { parser } from '../parser/parser.ts';
import { firstAtOrAfter } from '../parser/positions.ts';
import { isMistake } from '../parser/syntax.ts';
import { comments, listChildren, listTokens, type Token } from '../parser/tokens.ts';

const indentation = '  ';

/**
 * Formats a text: one statement per line, indented blocks, reserved words in upper case, one space around
 * operators. Comments, line breaks inside an expression and single blank lines are kept. Formatting is
 * idempotent and does not change the program. A text with a syntax error is returned unchanged.
 */
export function format(text: string): string {
  if (!isParsable(text)) return text;
  const tree = parser.parse(text);
  return hasError(tree) ? text : new Printer(text, tree).print();
}

function hasError(tree: Tree): boolean {
  let found = false;
  tree.iterate({
    enter({ type, name }) {
      if (type.isError || isMistake(name)) found = true;
      return !found;
    },
  });
  return found;
}

class Printer {
  private readonly text: string;
  /** Without semicolons, which have no meaning. */
  private readonly tokens: readonly Token[];
  private readonly statementStarts = new Set<number>();
  /** Indexes into `tokens` without comments, ascending. */
  private readonly code: readonly number[];
  private result = '';
  private depth = 0;

  constructor(text: string, tree: Tree) {
    this.text = text;
    this.tokens = listTokens(tree, text).filter(({ name }) => name !== ';');
    this.code = this.tokens.flatMap(({ name }, index) => (comments.has(name) ? [] : [index]));
    const [first] = listChildren(tree.topNode);
    if (first !== undefined) this.statementStarts.add(first.from);
    tree.iterate({
      enter: ({ name, from }) => {
        if (statementNames.has(name)) this.statementStarts.add(from);
      },
    });
  }

  print(): string {
    this.tokens.forEach((token, index) => {
      if (token.name === '}') this.depth--;
      this.result += this.separator(token, index) + this.word(token, index);
      if (token.name === '{') this.depth++;
    });
    return this.result;
  }

  /** The white space between a token and the previous one. */
  private separator(token: Token, index: number): string {
    const previous = this.tokens[index - 1];
    if (previous === undefined) return '';
    const lineBreaks = this.text.slice(previous.to, token.from).split('\n').length - 1;
    const comment = comments.has(token.name);
    const outside = this.betweenStatements(index);
    const newLine = `\n${indentation.repeat(this.depth)}${outside ? '' : indentation}`;
    // Blank lines are kept, except at the edges of a block.
    const blankLine = lineBreaks > 1 && outside && previous.name !== '{' && token.name !== '}' ? '\n' : '';

    if (previous.name === 'LineComment') return blankLine + newLine;
    if (comment) return lineBreaks > 0 ? blankLine + newLine : gap(previous, token);
    if (token.name === '}') return previous.name === '{' ? '' : newLine;
    if (onSameLine(token)) return ' ';
    if (this.statementStarts.has(token.from)) {
      const led = comments.has(previous.name) && lineBreaks === 0 && this.startsLine(index - 1);
      return led ? ' ' : blankLine + newLine;
    }
    return lineBreaks > 0 ? newLine : gap(previous, token);
  }

  /** Whether a statement starts or a block ends after this position, apart from comments. */
  private betweenStatements(index: number): boolean {
    const next = this.code[firstAtOrAfter(this.code, index)];
    const token = next === undefined ? undefined : this.tokens[next];
    if (token === undefined || token.name === '}' || onSameLine(token)) return true;
    return this.statementStarts.has(token.from);
  }

  private startsLine(index: number): boolean {
    const previous = this.tokens[index - 1];
    return previous === undefined || this.text.slice(previous.to, this.tokens[index]!.from).includes('\n');
  }

  private word(token: Token, index: number): string {
    const word = this.text.slice(token.from, token.to);
    if (token.name === 'LineComment') return word.trimEnd();
    if (token.name === 'FunctionName') return word.toUpperCase();
    if (reserved.has(token.name)) return conventional(word);
    const capital = word.toUpperCase();
    return this.isTrendKind(index, capital) ? capital : word;
  }

  /** Whether a word is the kind in `TREND([A], kind, #i)`. */
  private isTrendKind(index: number, word: string): boolean {
    if (!trendKinds.some((kind) => kind === word)) return false;
    const called = this.tokens[this.code[firstAtOrAfter(this.code, index) - 4] ?? -1];
    return called?.name === 'FunctionName' && /^trend$/i.test(this.text.slice(called.from, called.to));
  }
}

/** Reserved words, by their names in the grammar. */
const reserved: ReadonlySet<string> = new Set([
  ...['IfKeyword', 'ElseIfKeyword', 'ElseKeyword', 'ReturnKeyword', 'AndKeyword', 'OrKeyword', 'NotKeyword'],
  ...['True', 'False', 'Null', 'NoCalc', 'Number', 'Bool'],
]);

/** Whether a token stays on the line of the previous one: `{`, ELSE, and the IF of ELSE IF. */
function onSameLine({ name, parent }: Token): boolean {
  if (name === '{' || name === 'ElseKeyword' || name === 'ElseIfKeyword') return true;
  return name === 'IfKeyword' && parent === 'ElseIf';
}

/** A space, or nothing inside parentheses, before a comma, and after a function's name and a unary sign. */
function gap(previous: Token, token: Token): string {
  if (previous.name === '(' || token.name === ')' || token.name === ',') return '';
  if (previous.name === 'FunctionName' && token.name === '(') return '';
  return previous.name === '-' && previous.parent === 'Negation' && !comments.has(token.name) ? '' : ' ';
}
