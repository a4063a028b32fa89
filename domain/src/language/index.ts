/**
 * The Xen language: a facade over grammar, checker, formatter, completion, hover and renaming. All functions
 * are pure. See `ast.ts` for the checked program.
 */
export type * from './ast.ts';
export type { Builtin } from './builtins/builtin.ts';
export { findBuiltin, listBuiltins } from './builtins/index.ts';
export { type MathFunction, mathFunctions } from './builtins/mathematics.ts';
export { type CheckResult, check } from './check.ts';
export { referenceName } from './checker/names.ts';
export { differenceUnit, findUnits, quotedNames, relatedCodes } from './checker/unit-names.ts';
export type * from './context.ts';
export { type ConvertedLimits, convertLimits } from './convert-limits.ts';
export { deadbandComparison } from './deadband.ts';
export { type CalculatedTag, type Calculations, calculations } from './dependencies.ts';
export { type Completion, type Completions, complete } from './editor/completion.ts';
export { format } from './editor/format.ts';
export { type Hover, hover } from './editor/hover.ts';
export { keywordDocs } from './editor/keyword-docs.ts';
export type * from './errors.ts';
export { DependencyGraph } from './graph.ts';
export { showInterval } from './interval-literal.ts';
export {
  fillParameters,
  type ParameterRange,
  parameterLength,
  parameterProblem,
  parametersInText,
  showParameter,
  withPlaceholders,
} from './parameters.ts';
export { parser } from './parser/parser.ts';
export {
  type AliasReference,
  aliasReferences,
  parameterReferences,
  patternReferences,
  renameAlias,
  renameThreshold,
  renameUnit,
  replaceAliases,
  replaceParameters,
  replacePatterns,
  unitReferences,
} from './references.ts';
