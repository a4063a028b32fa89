import { defineEffect } from '../../../platform/events.ts';

/** A live excursion began or ended. Times in epoch milliseconds. */
export interface Happening {
  protectionId: number;
  thresholdId: number;
  direction: 'enter' | 'exit';
  time: number;
  /** Start of the excursion. */
  start: number;
  /** Index of the threshold's action that fired; null for an excursion that opened. */
  action: number | null;
}

/** A logged excursion that ended, whether or not it was announced. Times in epoch milliseconds. */
export interface EndedExcursion {
  thresholdId: number;
  start: number;
}

/** A batch was evaluated; emitted once per batch, in the transaction that stores its results. */
export const evaluationHappened = defineEffect<{
  happenings: readonly Happening[];
  ended: readonly EndedExcursion[];
}>('evaluation.happened');

/** A protection or calculated tag was set aside because its evaluation repeatedly took too many steps. */
export const evaluationSetAside = defineEffect<SetAside>('evaluation.setAside');
export type SetAside = { protectionId: number } | { tagId: number };
