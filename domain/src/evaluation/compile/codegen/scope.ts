import type { AliasMap } from './sharing.ts';

/** What an expression's names mean in the code of its threshold. */
export interface Scope {
  readonly aliases: AliasMap;
  variable(slot: number): string;
}
