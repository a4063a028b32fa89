import { defineEffect } from '../../../platform/events.ts';

/** A training ended; emitted once, in the transaction that ends it. */
export interface TrainingEnd {
  protectionId: number;
  twinId: number;
  /** Name of the protection. */
  name: string;
  outcome: 'done' | 'error' | 'canceled';
  /** Number of the version that the training made. */
  version: number | null;
  error: string | null;
  /** The users to notify. */
  userIds: readonly number[];
}

/** Another version was put in service. Not emitted for the first one of a set. */
export const modelApplied = defineEffect<{ protectionId: number; userId: number }>('pattern.modelApplied');

/** The model in service no longer fits; emitted once per version, until it fits again. */
export interface UnfitModel {
  protectionId: number;
  /** The reason. */
  notice: string;
}

export const modelUnfit = defineEffect<UnfitModel>('pattern.modelUnfit');

export const trainingEnded = defineEffect<TrainingEnd>('pattern.trainingEnded');
