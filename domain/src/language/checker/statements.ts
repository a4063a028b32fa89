import type { SyntaxNode } from '@lezer/common';
import type {
  Assignment,
  BooleanExpression,
  Expression,
  NumberExpression,
  Range,
  Statement,
} from '../ast.ts';
import { listChildren, wordRange } from '../parser/tokens.ts';
import type { ExpressionChecker } from './expressions.ts';
import type { Scope } from './scope.ts';

/** The grammar nodes that are statements. */
export const statementNames: ReadonlySet<string> = new Set(['Declaration', 'Assignment', 'If', 'Return']);

/** Converts the statements of a syntax tree to checked ones, and determines which paths return. */
export class StatementChecker {
  /** Unreachable statements after a return: the first of each block. */
  readonly unreachable: Range[] = [];
  private readonly expressions: ExpressionChecker;
  private readonly scope: Scope;
  private readonly result: 'number' | 'boolean';
  private readonly text: string;

  constructor(text: string, expressions: ExpressionChecker, scope: Scope, result: 'number' | 'boolean') {
    this.text = text;
    this.expressions = expressions;
    this.scope = scope;
    this.result = result;
  }

  /** A text that is a single expression is treated as its RETURN. */
  expressionOnly(node: SyntaxNode): Statement[] {
    const value = this.expressions.ofType(this.result, node);
    return value === null ? [] : [{ kind: 'return', value, from: node.from, to: node.to }];
  }

  /** Checks the statements of a block in a new scope. Statements with an error are left out. */
  block(nodes: readonly SyntaxNode[]): Statement[] {
    this.scope.enter();
    const statements: Statement[] = [];
    let returned = false;
    for (const node of nodes) {
      if (!statementNames.has(node.name)) continue;
      if (returned) {
        this.unreachable.push({ from: node.from, to: node.to });
        returned = false;
      }
      const statement = this.statement(node);
      if (statement !== null) statements.push(statement);
      if (statement !== null && alwaysReturns([statement])) returned = true;
    }
    this.scope.leave();
    return statements;
  }

  private statement(node: SyntaxNode): Statement | null {
    switch (node.name) {
      case 'Declaration':
        return this.declaration(node);
      case 'Assignment':
        return this.assignment(node);
      case 'If':
        return this.branches(node);
      case 'Return':
        return this.return(node);
      default:
        return null;
    }
  }

  private declaration(node: SyntaxNode): Assignment | null {
    const [keyword, definition, , value] = listChildren(node);
    if (keyword === undefined) return null;
    const type = keyword.name === 'Bool' ? 'boolean' : 'number';
    const range = { from: node.from, to: node.to };
    const nothing = { from: node.to, to: node.to };
    const expression =
      value !== undefined
        ? this.expressions.ofType(type, value)
        : type === 'number'
          ? ({ kind: 'null', type: 'number', ...nothing } as const)
          : ({ kind: 'boolean', type: 'boolean', value: false, ...nothing } as const);
    if (definition?.name !== 'VariableDefinition') return null;
    const word = wordRange(definition, this.text);
    const name = this.expressions.getText(word);
    if (name === '') return null;
    // Declared after its value, which can't use it.
    const slot = this.scope.declare({ name, type });
    if (slot === null) {
      return this.expressions.report.add('redeclared', word, `Variable ${name} is already declared.`);
    }
    return expression && toAssignment(slot, expression, range);
  }

  private assignment(node: SyntaxNode): Assignment | null {
    const [variable, , value] = listChildren(node);
    if (variable?.name !== 'VariableName') return null;
    const word = wordRange(variable, this.text);
    const name = this.expressions.getText(word);
    const found = this.scope.find(name);
    if (found === null || found.slot === null) {
      if (found === null && name !== '') this.expressions.unknownVariable(name, word);
      this.expressions.expression(value);
      return null;
    }
    const expression = this.expressions.ofType(found.variable.type, value);
    return expression && toAssignment(found.slot, expression, { from: node.from, to: node.to });
  }

  private branches(node: SyntaxNode): Statement | null {
    const branches: { condition: BooleanExpression; body: Statement[] }[] = [];
    let otherwise: Statement[] | null = null;
    let complete = true;
    const branch = (part: SyntaxNode) => {
      const parts = listChildren(part);
      const block = parts.find(({ name }) => name === 'Block');
      const condition = this.expressions.ofType(
        'boolean',
        parts.find(({ name }) => !structure.has(name)),
      );
      const body = this.block(block === undefined ? [] : listChildren(block));
      if (condition === null || block === undefined) complete = false;
      else branches.push({ condition, body });
    };
    branch(node);
    for (const part of listChildren(node)) {
      if (part.name === 'ElseIf') branch(part);
      if (part.name === 'Else') {
        const block = part.getChild('Block');
        otherwise = this.block(block === null ? [] : listChildren(block));
      }
    }
    return complete ? { kind: 'if', branches, otherwise, from: node.from, to: node.to } : null;
  }

  private return(node: SyntaxNode): Statement | null {
    const range = { from: node.from, to: node.to };
    const [, value] = listChildren(node);
    if (value?.name === 'NoCalc') return { kind: 'return', value: null, ...range };
    const expression = this.expressions.ofType(this.result, value);
    return expression && { kind: 'return', value: expression, ...range };
  }
}

/** The parts of IF and ELSEIF other than the condition. */
const structure: ReadonlySet<string> = new Set([
  ...['IfKeyword', 'ElseIfKeyword', 'ElseKeyword', 'Block', 'ElseIf', 'Else'],
]);

/** Whether every path through the statements ends in RETURN. */
export function alwaysReturns(statements: readonly Statement[]): boolean {
  return statements.some(
    (statement) =>
      statement.kind === 'return' ||
      (statement.kind === 'if' &&
        statement.otherwise !== null &&
        alwaysReturns(statement.otherwise) &&
        statement.branches.every(({ body }) => alwaysReturns(body))),
  );
}

function toAssignment(slot: number, value: Expression, range: Range): Assignment {
  return value.type === 'boolean'
    ? { kind: 'assign', slot, value, ...range }
    : { kind: 'assign', slot, value: value as NumberExpression, ...range };
}
