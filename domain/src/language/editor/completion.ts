import type { Range } from '../ast.ts';
import { findBuiltin, listBuiltins } from '../builtins/index.ts';
import { type Parameter, parametersAt } from '../builtins/parameters.ts';
import { trendKinds } from '../builtins/trend.ts';
import { referenceName } from '../checker/names.ts';
import type { LanguageContext, UnitContext } from '../context.ts';
import { showParameter } from '../parameters.ts';
import { beforeValue } from '../parser/tokens.ts';
import { type Cursor, cursorAt } from './cursor.ts';
import { keywordDocs } from './keyword-docs.ts';

export interface Completion {
  /** Shown in the list, and matched with the typed text. */
  label: string;
  kind:
    | 'keyword'
    | 'function'
    | 'alias'
    | 'tag'
    | 'parameter'
    | 'threshold'
    | 'pattern'
    | 'variable'
    | 'interval'
    | 'unit';
  /** Text to insert; `#{name}` marks a placeholder. By default the label. */
  snippet?: string;
  /** A few words beside the label. */
  detail?: string;
  documentation?: string;
}

/** The completions at a position, and the range that they replace. */
export interface Completions extends Range {
  options: Completion[];
}

const commonIntervals = ['#15m', '#1h', '#8h', '#1d', '#7d', '#30d'];

/** Tokens that end a value. */
const values: ReadonlySet<string> = new Set([
  ...[
    'NumberLiteral',
    'Name',
    'Interval',
    'Alias',
    'Parameter',
    'True',
    'False',
    'Null',
    'VariableName',
    ')',
  ],
]);

/**
 * The completions at an offset of an incomplete text, not filtered by the typed prefix.
 *
 * @returns null in a comment, in a new name or a number, and where only punctuation can follow
 */
export function complete(text: string, offset: number, context: LanguageContext): Completions | null {
  const cursor = cursorAt(text, offset);
  if (cursor === null) return null;
  const { token } = cursor;
  const kind = token?.name ?? '';
  if (kind.endsWith('Comment') || kind === 'NumberLiteral' || kind === 'VariableDefinition') return null;
  const options = optionsAt(cursor, context);
  if (options.length === 0) return null;
  if (token === null) return { from: offset, to: offset, options };
  // An unclosed alias or name may include the text after it; replace all of a token only if it is closed.
  // The editor closes a { as it is typed.
  if (cursor.opensParameter)
    return { from: token.from, to: offset + (text[offset] === '}' ? 1 : 0), options };
  const whole = !kind.startsWith('Unclosed') && !text.slice(token.from + 1, token.to).includes('[');
  return { from: token.from, to: whole ? token.to : offset, options };
}

function optionsAt(cursor: Cursor, context: LanguageContext): Completion[] {
  const { token, before, call } = cursor;
  const wanted = findParameters(call);
  if (cursor.opensParameter) return parameters(context, wanted);
  switch (token?.name) {
    case 'Parameter':
    case 'UnclosedParameter':
      return parameters(context, wanted);
    case 'Alias':
    case 'UnclosedAlias':
      return aliases(context, wanted);
    case 'Name':
    case 'UnclosedName':
      return before?.name === 'NumberLiteral' ? units(context) : quotedNames(context, wanted);
    case 'Interval':
      return intervals();
  }
  if (before?.name === 'Number' || before?.name === 'Bool') return [];
  if (before?.name === '(' || before?.name === ',') {
    if (wanted !== null) return ofParameters(wanted, cursor, context);
  }
  if (before !== null && beforeValue.has(before.name)) {
    const more = before.name === 'ReturnKeyword' ? keywords('NO_CALC') : [];
    return [...valueOptions(cursor, context), ...more];
  }
  const statements = cursor.inParentheses ? [] : keywords('IF', 'RETURN', 'NUMBER', 'BOOL');
  if (before === null) return [...valueOptions(cursor, context), ...statements];
  if (values.has(before.name)) return [...keywords('AND', 'OR'), ...statements];
  if (before.name === 'ElseKeyword') return keywords('IF');
  if (before.name === '}') return [...statements, ...keywords('ELSE', 'ELSEIF'), ...variables(cursor)];
  return [...statements, ...variables(cursor)];
}

function findParameters(call: Cursor['call']): ReadonlySet<Parameter> | null {
  const builtin = call && findBuiltin(call.name);
  return builtin ? parametersAt(builtin, call.index) : null;
}

function ofParameters(
  wanted: ReadonlySet<Parameter>,
  cursor: Cursor,
  context: LanguageContext,
): Completion[] {
  return [
    ...(wanted.has('value')
      ? valueOptions(cursor, context)
      : wanted.has('alias') || wanted.has('counter')
        ? aliases(context, wanted)
        : []),
    ...quotedNames(context, wanted),
    ...(wanted.has('interval') && !wanted.has('value') ? parameters(context, wanted) : []),
    ...(wanted.has('interval') ? intervals() : []),
    ...(wanted.has('kind') ? trendKinds.map((label) => ({ label, kind: 'keyword' as const })) : []),
    ...(wanted.has('flag') ? keywords('TRUE', 'FALSE') : []),
  ];
}

/** Everything that can start a value. */
function valueOptions(cursor: Cursor, context: LanguageContext): Completion[] {
  return [
    ...aliases(context, null),
    ...parameters(context, null),
    ...variables(cursor),
    ...listBuiltins(context.dialect).map(({ name, snippet, signatures, description }) => ({
      label: name,
      kind: 'function' as const,
      snippet,
      detail: signatures[0]!.slice(name.length),
      documentation: description,
    })),
    ...keywords('NOT', 'TRUE', 'FALSE', 'null'),
  ];
}

/**
 * The aliases that a parameter accepts: only counters for a counter; completed work only where it counts like
 * points. Then the tags that could become one.
 */
function aliases(context: LanguageContext, wanted: ReadonlySet<Parameter> | null): Completion[] {
  const known = context.aliases
    .filter(({ counter }) => counter || !wanted?.has('counter'))
    .map(({ name, type, description }) => ({
      label: `[${name}]`,
      kind: 'alias' as const,
      detail: type === 'work' ? 'completed work' : 'data points',
      ...(description ? { documentation: description } : {}),
    }));
  const tags = wanted?.has('counter') ? [] : (context.tags ?? []);
  return [
    ...known,
    ...tags.map((name) => ({ label: `[${name}]`, kind: 'tag' as const, detail: 'tag, becomes an input' })),
  ];
}

/** The parameters of the twin. Only intervals if only an interval is accepted. */
function parameters(context: LanguageContext, wanted: ReadonlySet<Parameter> | null): Completion[] {
  const onlyIntervals = wanted?.has('interval') && !wanted.has('value');
  return (context.parameters ?? [])
    .filter(({ kind }) => kind === 'interval' || !onlyIntervals)
    .map((parameter) => ({
      label: `{${parameter.name}}`,
      kind: 'parameter',
      detail: showParameter(parameter, context.units) || 'no value yet',
      ...(parameter.description ? { documentation: parameter.description } : {}),
    }));
}

function quotedNames(context: LanguageContext, wanted: ReadonlySet<Parameter> | null): Completion[] {
  if (wanted?.has('pattern')) {
    return (context.patterns ?? []).map((name) => ({ label: `"${name}"`, kind: 'pattern' }));
  }
  if (!wanted?.has('threshold')) return [];
  return (context.thresholds ?? []).slice(0, context.position).map((threshold) => ({
    label: `"${referenceName(threshold)}"`,
    kind: 'threshold',
    detail: threshold.name,
  }));
}

/** The units that a number may have. Those of the inputs' categories are first. */
function units({ units = [], aliases: inputs }: LanguageContext): Completion[] {
  const codes = new Set(inputs.map(({ unit }) => unit));
  const measured = new Set(units.flatMap(({ code, categoryId }) => (codes.has(code) ? [categoryId] : [])));
  const isMeasured = ({ categoryId }: UnitContext) => measured.has(categoryId);
  return [...units.filter(isMeasured), ...units.filter((unit) => !isMeasured(unit))].map(
    ({ abbreviation, name, code }) => ({
      label: `"${abbreviation}"`,
      kind: 'unit',
      detail: name,
      documentation: code,
    }),
  );
}

function variables(cursor: Cursor): Completion[] {
  return cursor.variables.map(({ name, type }) => ({
    label: name,
    kind: 'variable',
    detail: type === 'number' ? 'NUMBER' : 'BOOL',
  }));
}

function intervals(): Completion[] {
  return commonIntervals.map((label) => ({ label, kind: 'interval' }));
}

function keywords(...words: string[]): Completion[] {
  return words.map((label) => ({ label, kind: 'keyword', documentation: keywordDocs[label]! }));
}
