import type { SyntaxNode } from '@lezer/common';
import type { Expression, NumberExpression, Range, ValueType } from '../ast.ts';
import type { Call } from '../builtins/builtin.ts';
import { trendKinds } from '../builtins/trend.ts';
import type { Names } from './names.ts';
import { getOperands } from './nodes.ts';
import type { Report } from './report.ts';

/** Nodes that are names or kinds in quotes, never expressions. */
const quoted: ReadonlySet<string> = new Set(['Name', 'UnclosedName']);

/** Checks the arguments of a call that are expressions. */
interface ArgumentChecker {
  readonly names: Names;
  readonly report: Report;
  expression(node: SyntaxNode | undefined): Expression | null;
  require(type: 'number', expression: Expression): NumberExpression | null;
  getText(range: Range): string;
  getWord(node: SyntaxNode): string;
}

/** A call under check: a built-in function reads its arguments from it. */
export class CheckedCall implements Call {
  readonly range: Range;
  readonly count: number;
  /** Whether the argument list has a syntax error, so that the number of arguments is unknown. */
  readonly broken: boolean;
  private readonly checker: ArgumentChecker;
  private readonly nodes: readonly SyntaxNode[];
  /** The arguments checked as expressions; cached, so that each error is reported once. */
  private readonly expressions: (Expression | null)[] = [];

  constructor(checker: ArgumentChecker, node: SyntaxNode, argumentsNode: SyntaxNode) {
    this.checker = checker;
    this.range = { from: node.from, to: node.to };
    this.nodes = getOperands(argumentsNode);
    this.count = this.nodes.length;
    this.broken = hasError(argumentsNode);
  }

  /** Reports errors inside the arguments of an unknown function. */
  checkNamesOnly(): null {
    this.nodes.forEach((node, index) => {
      const kind = this.checker.getWord(node).toUpperCase();
      if (!trendKinds.some((known) => known === kind)) this.expression(index);
    });
    return null;
  }

  number(index: number): NumberExpression | null {
    const node = this.nodes[index]!;
    if (quoted.has(node.name)) return this.wrong(node, 'This must be a number, but it is a name.');
    const expression = this.expression(index);
    return expression && this.checker.require('number', expression);
  }

  numbers(): NumberExpression[] | null {
    const numbers = this.nodes.map((_, index) => this.number(index));
    return numbers.includes(null) ? null : (numbers as NumberExpression[]);
  }

  is(index: number, type: ValueType): boolean {
    return (
      this.expression(index)?.type === type || (type === 'interval' && this.bare(index).name === 'Interval')
    );
  }

  alias(index: number, needs: 'anything' | 'points' | 'counter'): number | null {
    const node = this.bare(index);
    if (node.name === 'UnclosedAlias') return null;
    if (node.name !== 'Alias') return this.wrong(node, 'This must be a tag alias, such as [Flow].');
    const found = this.checker.names.alias(this.checker.getText(node).slice(1, -1), node);
    if (found === null) return null;
    const { name, type, counter } = found.alias;
    if (needs === 'counter' && !counter) {
      return this.checker.report.add(
        'counter-settings',
        node,
        `Tag alias [${name}] has no counter settings.`,
      );
    }
    if (needs !== 'anything' && type === 'work') {
      return this.wrong(node, `Tag alias [${name}] is completed work, which has no value.`);
    }
    return found.index;
  }

  window(index: number): number | null {
    const node = this.bare(index);
    const notInterval = 'This must be an interval, such as #1d.';
    if (node.name !== 'Interval' && node.name !== 'Parameter') return this.wrong(node, notInterval);
    const interval = this.expression(index);
    if (interval === null) return null;
    if (interval.kind !== 'interval') return this.wrong(node, notInterval);
    if (interval.milliseconds > 0) return interval.milliseconds;
    return this.wrong(node, 'This interval must be longer than zero.');
  }

  flag(index: number): boolean | null {
    if (index >= this.count) return false;
    const node = this.bare(index);
    if (node.name === 'True' || node.name === 'False') return node.name === 'True';
    return this.wrong(node, 'This must be TRUE or FALSE.');
  }

  integer(index: number, least: number, most: number): NumberExpression | null {
    const node = this.bare(index);
    const isLiteral = node.name === 'NumberLiteral' || node.name === 'Parameter';
    const literal = isLiteral ? this.expression(index) : null;
    if (isLiteral && literal === null) return null;
    if (literal?.kind === 'number' && Number.isInteger(literal.value)) {
      if (literal.value >= least && literal.value <= most) return literal;
    }
    return this.wrong(node, `This must be a whole number from ${least} to ${most}.`);
  }

  word<Word extends string>(index: number, words: readonly Word[]): Word | null {
    const node = this.nodes[index]!;
    const given = this.checker.getWord(node);
    const found = words.find((word) => word === given.toUpperCase());
    if (found !== undefined) return found;
    const suggestion = this.checker.report.suggestions.didYouMean(given.toUpperCase(), words);
    return this.wrong(node, `This must be one of ${words.join(', ')}.${suggestion}`);
  }

  threshold(index: number): number | null {
    const name = this.name(index, 'threshold');
    return name === null ? null : this.checker.names.threshold(name, this.nodes[index]!);
  }

  pattern(index: number): number | null {
    const name = this.name(index, 'pattern');
    return name === null ? null : this.checker.names.pattern(name, this.nodes[index]!);
  }

  private name(index: number, of: string): string | null {
    const node = this.nodes[index]!;
    if (node.name === 'Name') return this.checker.getText(node).slice(1, -1);
    return node.name === 'UnclosedName'
      ? null
      : this.wrong(node, `This must be the name of a ${of} in quotes.`);
  }

  private expression(index: number): Expression | null {
    const known = this.expressions[index];
    if (known !== undefined) return known;
    const expression = this.checker.expression(this.nodes[index]);
    this.expressions[index] = expression;
    return expression;
  }

  /** The argument without surrounding parentheses. */
  private bare(index: number): SyntaxNode {
    let node = this.nodes[index]!;
    while (node.name === 'Parenthesized') {
      const inner = getOperands(node)[0];
      if (inner === undefined) break;
      node = inner;
    }
    return node;
  }

  private wrong(node: SyntaxNode, message: string): null {
    return this.checker.report.add('argument', node, message);
  }
}

function hasError(node: SyntaxNode): boolean {
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (child.type.isError) return true;
  return false;
}
