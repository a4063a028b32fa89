import { defineEffect } from '../../../platform/events.ts';

/** Twins became active; emitted once per call. */
export const twinsActivated = defineEffect<{ twinIds: readonly number[] }>('twin.activated');

/** The start date of a twin changed, and with it the points to evaluate. */
export const twinStartDateChanged = defineEffect<{ twinId: number }>('twin.startDateChanged');

/** Levels of twins changed; emitted in the transaction that stores them. A level is null if nothing was evaluated. */
export const twinLevelsChanged = defineEffect<readonly TwinLevelChange[]>('twin.levelsChanged');
export interface TwinLevelChange {
  twinId: number;
  before: number | null;
  level: number | null;
}
