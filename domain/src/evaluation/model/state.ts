import type { Blocks } from './points.ts';

/** The earliest valid time. */
export const BEGINNING = -8.64e15;

/** Small, versioned, plain JSON. All fields except `version` and `time` are internal to the engine. */
export interface EvaluationState {
  readonly version: 1;
  /** Everything up to this time has been evaluated; `BEGINNING` before any advance. */
  readonly time: number;
  readonly [part: string]: unknown;
}

/** A saved state, with the points of each input's window before the state's time. */
export interface Resume {
  readonly state: EvaluationState;
  readonly history: Blocks;
}
