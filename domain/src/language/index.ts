/**
 * The Xen language: a facade over grammar, checker, formatter, completion, hover and renaming. All functions
 * are pure. See `ast.ts` for the checked program.
 */
export type * from './ast.ts';
export { check } from './check.ts';
export { differenceUnit, findUnits, quotedNames, relatedCodes } from './checker/unit-names.ts';
export type * from './context.ts';
export { type ConvertedLimits, convertLimits } from './convert-limits.ts';
export { deadbandComparison } from './deadband.ts';
export { type CalculatedTag, calculations } from './dependencies.ts';
export { type Completion, complete } from './editor/completion.ts';
export { format } from './editor/format.ts';
export { type Hover, hover } from './editor/hover.ts';
export type * from './errors.ts';
export {
  fillParameters,
  type ParameterRange,
  parameterProblem,
  parametersInText,
  showParameter,
  withPlaceholders,
} from './parameters.ts';
export { parser } from './parser/parser.ts';
export {
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
