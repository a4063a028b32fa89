/**
 * The Xen language: one facade over grammar, checker, formatter, completion, hover and renaming.
 * Everything here is pure. The checked program is described in `ast.ts`.
 */
export type * from './ast.ts';
export { type CheckResult, check } from './check.ts';
export type * from './context.ts';
export type * from './errors.ts';
