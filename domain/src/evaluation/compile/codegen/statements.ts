import type {
  BooleanExpression,
  CheckedProgram,
  Expression,
  NumberExpression,
  Statement,
} from '../../../language/ast.ts';
import type { Code } from './code.ts';
import { comparison } from './comparison.ts';
import type { ExpressionCompiler } from './expressions.ts';
import type { Scope } from './scope.ts';
import { type AliasMap, listParts, type Sharing } from './sharing.ts';

/** A text of a program: its checked form and the meaning of its names. */
export interface Text {
  readonly program: CheckedProgram;
  readonly aliases: AliasMap;
  /** 0 if none. */
  readonly deadband: number;
}

/** Counts the expressions of a text, so that several texts can share them. */
export function countShared(text: Text, sharing: Sharing): void {
  walk(text.program.statements, (expression) => sharing.add(expression, text.aliases));
}

function walk(statements: readonly Statement[], visit: (expression: Expression) => void): void {
  for (const statement of statements) {
    if (statement.kind === 'if') {
      for (const branch of statement.branches) {
        visit(branch.condition);
        walk(branch.body, visit);
      }
      if (statement.otherwise) walk(statement.otherwise, visit);
    } else if (statement.value) {
      visit(statement.value);
    }
  }
}

/** All expressions of a text, including nested ones. */
export function* listExpressions(statements: readonly Statement[]): Generator<Expression> {
  const pending: Expression[] = [];
  walk(statements, (expression) => pending.push(expression));
  for (let next = pending.pop(); next; next = pending.pop()) {
    yield next;
    pending.push(...listParts(next));
  }
}

/**
 * Compiles the statements of texts. The result of text n is stored in the variable `v{n}`: a boolean, or a
 * number for a calculated tag; 2 or NaN for NO_CALC.
 */
export class StatementCompiler {
  private readonly expressions: ExpressionCompiler;

  constructor(expressions: ExpressionCompiler) {
    this.expressions = expressions;
  }

  text(code: Code, text: Text, index: number): void {
    const { program } = text;
    const scope: Scope = { aliases: text.aliases, variable: (slot) => `v${index}s${slot}` };
    const only = program.statements[0];
    if (only?.kind === 'return') {
      code.line(`v${index} = ${this.result(code, only.value, text, index, scope)};`);
      return;
    }
    program.variables.forEach((variable, slot) => {
      code.line(`let ${scope.variable(slot)} = ${variable.type === 'number' ? 'NaN' : '0'};`);
    });
    code.line(`v${index} = ${noCalculation(program)};`);
    code.line(`text${index}: {`);
    this.block(code, program.statements, text, index, scope);
    code.line('}');
  }

  private block(code: Code, statements: readonly Statement[], text: Text, index: number, scope: Scope): void {
    for (const statement of statements) {
      switch (statement.kind) {
        case 'assign':
          code.line(`${scope.variable(statement.slot)} = ${this.value(code, statement.value, scope)};`);
          break;
        case 'return':
          code.line(`v${index} = ${this.result(code, statement.value, text, index, scope)};`);
          code.line(`break text${index};`);
          // The following statements are unreachable.
          return;
        case 'if':
          this.branches(code, statement, text, index, scope);
      }
    }
  }

  /**
   * Compiles branches one after the other; each leaves the statement when it ran. They nest one level deep,
   * whatever their number.
   */
  private branches(
    code: Code,
    statement: Extract<Statement, { kind: 'if' }>,
    text: Text,
    index: number,
    scope: Scope,
  ): void {
    const label = code.name();
    code.line(`${label}: {`);
    for (const branch of statement.branches) {
      const { holds, unknown } = this.expressions.condition(code, branch.condition, scope);
      code.line(`if (${unknown}) break text${index};`);
      code.line(`if (${holds}) {`);
      this.block(code, branch.body, text, index, scope);
      code.line(`break ${label};`);
      code.line('}');
    }
    if (statement.otherwise) this.block(code, statement.otherwise, text, index, scope);
    code.line('}');
  }

  private value(code: Code, value: NumberExpression | BooleanExpression, scope: Scope): string {
    return value.type === 'number'
      ? this.expressions.number(code, value, scope)
      : this.expressions.boolean(code, value, scope);
  }

  private result(
    code: Code,
    value: NumberExpression | BooleanExpression | null,
    text: Text,
    index: number,
    scope: Scope,
  ): string {
    if (value === null) return noCalculation(text.program);
    if (text.deadband > 0 && value.kind === 'compare-numbers') {
      return this.withDeadband(code, value, text.deadband, index, scope);
    }
    return this.value(code, value, scope);
  }

  /** While the excursion is open, the limit is moved back by the deadband. */
  private withDeadband(
    code: Code,
    expression: Extract<BooleanExpression, { kind: 'compare-numbers' }>,
    deadband: number,
    index: number,
    scope: Scope,
  ): string {
    const { operator } = expression;
    const sides = { left: expression.left, right: expression.right };
    const limit = toConstant(sides.left) === null ? 'right' : 'left';
    const down = (operator === '>' || operator === '>=') === (limit === 'right');
    const names = {
      left: this.expressions.number(code, sides.left, scope),
      right: this.expressions.number(code, sides.right, scope),
    };
    const constant = toConstant(sides[limit]);
    const change = down ? -deadband : deadband;
    // The limit in decimal arithmetic: 80.3 - 0.1 is 80.2.
    const moved =
      constant === null ? `${names[limit]} + ${change}` : String(Number((constant + change).toPrecision(15)));
    names[limit] = code.declare(`open[${index}] === 1 ? ${moved} : ${names[limit]}`);
    return code.declare(comparison(names.left, operator, names.right));
  }
}

function toConstant(expression: NumberExpression): number | null {
  if (expression.kind === 'number') return expression.value;
  if (expression.kind !== 'negate') return null;
  const value = toConstant(expression.operand);
  return value === null ? null : -value;
}

function noCalculation(program: CheckedProgram): string {
  return program.result === 'number' ? 'NaN' : '2';
}
