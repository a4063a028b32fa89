import type { CheckedProgram, Range, Statement } from './ast.ts';
import { ExpressionChecker } from './checker/expressions.ts';
import { Names } from './checker/names.ts';
import { Report } from './checker/report.ts';
import { Scope } from './checker/scope.ts';
import { alwaysReturns, StatementChecker, statementNames } from './checker/statements.ts';
import { UnitChecker } from './checker/units.ts';
import type { CheckOptions } from './context.ts';
import { deadbandComparison, deadbandMessage } from './deadband.ts';
import type { LanguageError, LanguageErrorCode, LanguageWarning } from './errors.ts';
import { bracketTooDeep, deepestNesting, longestText, mostTokens } from './parser/limits.ts';
import { parser } from './parser/parser.ts';
import { Positions } from './parser/positions.ts';
import { BrokenSteps, Steps } from './parser/steps.ts';
import { syntaxProblems } from './parser/syntax.ts';
import { comments, listChildren, listTokens } from './parser/tokens.ts';

export type CheckResult =
  | { ok: true; program: CheckedProgram; warnings: LanguageWarning[] }
  | { ok: false; errors: LanguageError[]; warnings: LanguageWarning[] };

/**
 * Parses and checks a text in its context.
 *
 * @returns the checked program, or all errors in order of position; never throws
 */
export function check(text: string, options: CheckOptions): CheckResult {
  if (text.length > longestText) {
    const message = `The text has ${text.length} characters; at most ${longestText} are allowed.`;
    return failure([atStart('too-long', message)]);
  }
  const positions = new Positions(text);
  const tooDeep = bracketTooDeep(text);
  if (tooDeep !== null) {
    const message = `Parentheses and blocks nest more than ${deepestNesting} deep here.`;
    return failure([{ code: 'too-deep', message, ...positions.range({ from: tooDeep, to: tooDeep + 1 }) }]);
  }

  const tree = parser.parse(text);
  const everything = listTokens(tree, text);
  const tokens = everything.filter(({ name }) => !comments.has(name));
  const surplus = tokens[mostTokens];
  if (surplus !== undefined) {
    const message = `The text has ${tokens.length} words and marks; at most ${mostTokens} are allowed.`;
    return failure([{ code: 'too-long', message, ...positions.range(surplus) }]);
  }
  const steps = new Steps(text, tokens);
  const problems = syntaxProblems(tree, text, positions, everything, tokens, steps);
  const report = new Report(positions, options.dialect, new BrokenSteps(text, tokens, steps, problems));
  for (const { message, ...range } of problems) report.add('syntax', range, message);

  const names = new Names(options, report);
  const scope = new Scope();
  const expressions = new ExpressionChecker(text, options, names, scope, report);
  const statementChecker = new StatementChecker(text, expressions, scope, options.result);
  const nodes = listChildren(tree.topNode).filter(({ name }) => name !== ';');
  const expressionNode = nodes.find(({ name }) => !statementNames.has(name));
  const statements =
    expressionNode === undefined
      ? statementChecker.block(nodes)
      : statementChecker.expressionOnly(expressionNode);

  const warnings = findWarnings(statements, statementChecker.unreachable, positions);
  if (report.errors.length === 0) {
    const units = new UnitChecker(text, options, names.aliases);
    units.check(statements);
    for (const { message, ...range } of units.refused) report.add('unit', range, message);
    for (const { message, ...range } of units.mixed) {
      if (options.mixedUnits === 'error') report.add('unit', range, message);
      else warnings.push({ code: 'unit', message, ...positions.range(range) });
    }
  }
  const errors = report.errors;
  if (errors.length > 0) return { ok: false, errors, warnings: [] };

  const program: CheckedProgram = {
    result: options.result,
    aliases: names.aliases,
    excursions: names.excursions,
    patterns: names.patterns,
    variables: scope.variables,
    statements,
    timing: {
      aliases: names.aliases.map((_, index) => index),
      completions: expressions.usage.usesCompletions,
      clock: expressions.usage.clock.sort((a, b) => a.from - b.from),
    },
  };
  if (options.deadband && deadbandComparison(program) === null) {
    return failure([atStart('deadband', deadbandMessage)], warnings);
  }
  return { ok: true, program, warnings };
}

function failure(errors: LanguageError[], warnings: LanguageWarning[] = []): CheckResult {
  return { ok: false, errors, warnings };
}

function atStart(code: LanguageErrorCode, message: string): LanguageError {
  return { code, message, from: { line: 1, column: 1 }, to: { line: 1, column: 1 } };
}

function findWarnings(
  statements: readonly Statement[],
  unreachable: readonly Range[],
  positions: Positions,
): LanguageWarning[] {
  const warnings: LanguageWarning[] = unreachable.map((range) => ({
    code: 'unreachable',
    message: 'This is never reached: every path before it returns.',
    ...positions.range(range),
  }));
  const last = statements.at(-1);
  if (last !== undefined && !alwaysReturns(statements)) {
    warnings.push({
      code: 'falls-off-the-end',
      message: 'Not every path returns: one that falls off the end gives NO_CALC.',
      ...positions.range(last),
    });
  }
  return warnings;
}
