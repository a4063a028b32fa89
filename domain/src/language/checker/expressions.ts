import type { SyntaxNode } from '@lezer/common';
import type {
  BooleanExpression,
  ComparisonOperator,
  EqualityOperator,
  Expression,
  IntervalExpression,
  NumberExpression,
  Range,
  ValueType,
} from '../ast.ts';
import { findBuiltin, listBuiltins } from '../builtins/index.ts';
import type { CheckOptions } from '../context.ts';
import { intervalLiteral } from '../interval-literal.ts';
import { parameterLength, parameterProblem } from '../parameters.ts';
import { listChildren, wordRange } from '../parser/tokens.ts';
import { CheckedCall } from './call.ts';
import type { Names } from './names.ts';
import { allPresent, chain, countChildren, getOperands, getOperators } from './nodes.ts';
import type { Report } from './report.ts';
import type { Scope } from './scope.ts';
import { findUnits, unitNames } from './unit-names.ts';
import { Usage } from './usage.ts';

interface OfType {
  number: NumberExpression;
  boolean: BooleanExpression;
  interval: IntervalExpression;
}

const typeNames: Readonly<Record<ValueType, string>> = {
  number: 'a number',
  boolean: 'true or false',
  interval: 'an interval',
};

/**
 * Converts the expressions of a syntax tree to typed ones. Null stands for a missing or invalid expression:
 * its error is reported, and no follow-up error for the expressions around it.
 */
export class ExpressionChecker {
  readonly usage: Usage;
  private readonly unknownVariables = new Set<string>();
  readonly names: Names;
  readonly report: Report;
  private readonly text: string;
  private readonly options: CheckOptions;
  private readonly scope: Scope;
  constructor(text: string, options: CheckOptions, names: Names, scope: Scope, report: Report) {
    this.text = text;
    this.options = options;
    this.names = names;
    this.scope = scope;
    this.report = report;
    this.usage = new Usage(report);
  }

  /** Checks an expression and reports an error if it has another type. */
  ofType<Type extends ValueType>(type: Type, node: SyntaxNode | undefined): OfType[Type] | null {
    const expression = this.expression(node);
    return expression && this.require(type, expression);
  }

  /** Checks an expression of any type. */
  expression(node: SyntaxNode | undefined): Expression | null {
    if (node === undefined) return null;
    const range = { from: node.from, to: node.to };
    switch (node.name) {
      case 'Parenthesized':
        return this.expression(getOperands(node)[0]);
      case 'NumberLiteral':
        return this.numberLiteral(range);
      case 'Quantity':
        return this.quantity(node, range);
      case 'Interval': {
        const interval = intervalLiteral(this.getText(range));
        if ('code' in interval) return this.report.addOfWord(interval.code, range, interval.message);
        return { kind: 'interval', type: 'interval', milliseconds: interval.milliseconds, ...range };
      }
      case 'True':
      case 'False':
        return { kind: 'boolean', type: 'boolean', value: node.name === 'True', ...range };
      case 'Null':
        return { kind: 'null', type: 'number', ...range };
      case 'Alias':
        return this.aliasValue(range);
      case 'Parameter':
        return this.parameter(range);
      case 'VariableName':
        return this.variable(wordRange(node, this.text));
      case 'Negation': {
        const operand = this.ofType('number', getOperands(node)[0]);
        if (operand === null) return null;
        const even = countChildren(node, '-') % 2 === 0;
        return even ? operand : { kind: 'negate', type: 'number', operand, ...range };
      }
      case 'Not': {
        const operand = this.ofType('boolean', getOperands(node)[0]);
        if (operand === null) return null;
        const even = countChildren(node, 'NotKeyword') % 2 === 0;
        return even ? operand : { kind: 'not', type: 'boolean', operand, ...range };
      }
      case 'And':
      case 'Or': {
        const operands = getOperands(node).map((operand) => this.ofType('boolean', operand));
        if (!allPresent(operands) || operands.length < 2) return null;
        return { kind: node.name === 'And' ? 'and' : 'or', type: 'boolean', operands, ...range };
      }
      case 'Product': {
        const operands = getOperands(node).map((operand) => this.ofType('number', operand));
        const operators = getOperators(node) as ('*' | '/')[];
        if (!allPresent(operands) || operands.length !== operators.length + 1) return null;
        return { kind: 'product', type: 'number', ...chain(operands, operators), ...range };
      }
      case 'Sum':
        return this.sum(node, range);
      case 'Comparison':
        return this.comparison(node, range);
      case 'Call':
        return this.call(node);
      default:
        return null;
    }
  }

  /** The word of a variable's name; empty for other nodes. */
  getWord(node: SyntaxNode): string {
    return node.name === 'VariableName' ? this.getText(wordRange(node, this.text)) : '';
  }

  getText({ from, to }: Range): string {
    return this.text.slice(from, to);
  }

  /** Returns the expression if it has this type; otherwise reports an error. */
  require<Type extends ValueType>(type: Type, expression: Expression): OfType[Type] | null {
    if (expression.type === type) return expression as OfType[Type];
    if (expression.kind === 'null' && type === 'interval') {
      return { ...expression, type: 'interval' } as OfType[Type];
    }
    const actual = expression.kind === 'null' ? 'null' : typeNames[expression.type];
    return this.report.add('type', expression, `This must be ${typeNames[type]}, but it is ${actual}.`);
  }

  private numberLiteral(range: Range): Expression | null {
    const value = Number(this.getText(range));
    if (!Number.isFinite(value)) return this.report.add('syntax', range, 'This number is too large.');
    return { kind: 'number', type: 'number', value, ...range };
  }

  /** A number with the name of its unit. The value is converted once the units of the text are known. */
  private quantity(node: SyntaxNode, range: Range): Expression | null {
    const [number, name] = listChildren(node);
    if (number === undefined || name?.name !== 'Name') return null;
    const literal = this.numberLiteral({ from: number.from, to: number.to });
    const unit = this.getText(name).slice(1, -1);
    if (literal === null || findUnits(unit, this.options.units ?? []).length === 0) {
      const suggestion = this.report.suggestions.didYouMean(
        unit,
        unitNames(this.options.units ?? []),
        (candidate) => `"${candidate}"`,
      );
      return this.report.add('unit', name, `There is no unit "${unit}".${suggestion}`);
    }
    return { ...literal, unit, ...range } as Expression;
  }

  private aliasValue(range: Range): Expression | null {
    const found = this.names.alias(this.getText(range).slice(1, -1), range);
    if (found === null) return null;
    if (found.alias.type === 'work') {
      const message = `Tag alias [${found.alias.name}] is completed work, which has no value.`;
      return this.report.add('type', range, message);
    }
    return { kind: 'alias', type: 'number', alias: found.index, ...range };
  }

  private parameter(range: Range): Expression | null {
    const parameter = this.names.parameter(this.getText(range).slice(1, -1), range);
    if (parameter === null) return null;
    const { name, kind, value, unit } = parameter;
    if (value === null) {
      return this.report.add('parameter-value', range, `The parameter {${name}} has no value.`);
    }
    const problem = parameterProblem(parameter);
    if (problem !== null) {
      return this.report.add(
        'parameter-value',
        range,
        `The parameter {${name}} can't be used: ${problem.message}`,
      );
    }
    if (kind === 'interval') {
      const milliseconds = parameterLength(value).milliseconds!;
      return { kind: 'interval', type: 'interval', milliseconds, parameter: name, ...range };
    }
    const number = {
      kind: 'number',
      type: 'number',
      value: value as number,
      parameter: name,
      ...range,
    } as const;
    if (!unit) return number;
    if (findUnits(unit, this.options.units ?? []).length > 0) return { ...number, unit };
    return this.report.add('unit', range, `The unit "${unit}" of the parameter {${name}} is not known.`);
  }

  private variable(range: Range): Expression | null {
    const name = this.getText(range);
    if (name === '') return null;
    const found = this.scope.find(name);
    if (found === null) return this.unknownVariable(name, range);
    if (found.slot === null) return null;
    const { slot, variable } = found;
    return variable.type === 'number'
      ? { kind: 'variable', type: 'number', slot, ...range }
      : { kind: 'variable', type: 'boolean', slot, ...range };
  }

  /** Reports an unknown variable, only at its first use. */
  unknownVariable(name: string, range: Range): null {
    if (this.unknownVariables.has(name)) return null;
    this.unknownVariables.add(name);
    const suggestion = this.report.suggestions.didYouMean(name, this.scope.visibleNames);
    return this.report.add('unknown-variable', range, `Unknown variable ${name}.${suggestion}`);
  }

  /** The first operand that is not a null literal determines whether a sum adds numbers or intervals. */
  private sum(node: SyntaxNode, range: Range): Expression | null {
    const operators = getOperators(node) as ('+' | '-')[];
    const found = getOperands(node).map((operand) => this.expression(operand));
    const typed = found.find((operand) => operand !== null && operand.kind !== 'null');
    const complete = found.length === operators.length + 1;
    if (typed?.type === 'interval') {
      const operands = found.map((operand) => operand && this.require('interval', operand));
      if (!allPresent(operands) || !complete) return null;
      return { kind: 'sum', type: 'interval', ...chain(operands, operators), ...range };
    }
    const operands = found.map((operand) => operand && this.require('number', operand));
    if (!allPresent(operands) || !complete) return null;
    return { kind: 'sum', type: 'number', ...chain(operands, operators), ...range };
  }

  private comparison(node: SyntaxNode, range: Range): BooleanExpression | null {
    const children = listChildren(node);
    const sign = children.find(({ name }) => name === 'CompareOperator');
    const [leftNode, rightNode] = getOperands(node);
    const left = this.expression(leftNode);
    const right = this.expression(rightNode);
    if (left === null || right === null || sign === undefined) return null;
    const operator = this.getText(sign) as ComparisonOperator;
    const equality = operator === '==' || operator === '!=';

    if (equality && rightNode?.name === 'Null') return this.nullTest(operator, left, right, range);
    if (equality && leftNode?.name === 'Null') return this.nullTest(operator, right, left, range);
    const type = left.kind === 'null' ? right.type : left.type;
    if (type === 'boolean') {
      if (!equality) {
        const wrong = left.type === 'boolean' ? left : right;
        const message = `This is true or false, which can not be compared by ${operator}.`;
        return this.report.add('type', wrong, message);
      }
      const first = this.require('boolean', left);
      const second = this.require('boolean', right);
      if (first === null || second === null) return null;
      return { kind: 'compare-booleans', type: 'boolean', operator, left: first, right: second, ...range };
    }
    if (type === 'interval') {
      const first = this.require('interval', left);
      const second = this.require('interval', right);
      if (first === null || second === null) return null;
      return { kind: 'compare-intervals', type: 'boolean', operator, left: first, right: second, ...range };
    }
    const first = this.require('number', left);
    const second = this.require('number', right);
    if (first === null || second === null) return null;
    return { kind: 'compare-numbers', type: 'boolean', operator, left: first, right: second, ...range };
  }

  private nullTest(
    operator: EqualityOperator,
    operand: Expression,
    literal: Expression,
    range: Range,
  ): BooleanExpression | null {
    if (operand.type === 'boolean') {
      this.require('boolean', literal);
      return null;
    }
    return { kind: 'null-test', type: 'boolean', operator, operand, ...range };
  }

  private call(node: SyntaxNode): Expression | null {
    const nameNode = node.getChild('FunctionName');
    const argumentsNode = node.getChild('Arguments');
    if (nameNode === null || argumentsNode === null) return null;
    const nameRange = wordRange(nameNode, this.text);
    const name = this.getText(nameRange);
    const builtin = findBuiltin(name);
    if (builtin?.indicatorOnly && this.options.dialect === 'base') {
      return this.report.add('dialect', nameRange, `${builtin.name} is not available in base Xen language`);
    }

    const call = new CheckedCall(this, node, argumentsNode);
    if (builtin === undefined) {
      const offered = listBuiltins(this.options.dialect).map((candidate) => candidate.name);
      const suggestion = this.report.suggestions.didYouMean(name.toUpperCase(), offered);
      this.report.add('unknown-function', nameRange, `Unknown function ${name}.${suggestion}`);
      return call.checkNamesOnly();
    }
    if (call.broken) return call.checkNamesOnly();
    const { least, most, message } = builtin.arguments;
    if (call.count < least || call.count > most) {
      this.report.add('argument-count', nameRange, message);
      return call.checkNamesOnly();
    }
    const checked = builtin.check(call);
    return checked !== null && this.usage.add(checked) ? checked : null;
  }
}
