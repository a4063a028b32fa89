import type { AliasMap } from './sharing.ts';

/** The meaning of names in the code of a threshold. */
export interface Scope {
  readonly aliases: AliasMap;
  variable(slot: number): string;
}
