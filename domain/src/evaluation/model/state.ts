import type { Blocks } from './points.ts';

/** The earliest time there is. */
export const BEGINNING = -8.64e15;

/** Small, versioned, and plain JSON. Everything but `version` and `time` is the engine's own. */
export interface EvaluationState {
  readonly version: 1;
  /** Everything up to this time is evaluated; `BEGINNING` before any advance. */
  readonly time: number;
  readonly [part: string]: unknown;
}

/** A saved state, and for each of the program's inputs the points of its window before the state's time. */
export interface Resume {
  readonly state: EvaluationState;
  readonly history: Blocks;
}
