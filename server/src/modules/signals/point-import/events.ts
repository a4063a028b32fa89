import type { ImportSignal, ImportTarget } from '@twinward/contracts/signals/import';
import { defineQuestion } from '../../../platform/events.ts';

/** What an import creates before its first points. */
export interface ImportPlan {
  by: { userId: number; userName: string };
  signals: readonly ImportSignal[];
  /** Undefined: new tags belong to no asset. */
  target: ImportTarget | undefined;
}

export interface ImportMade {
  /** The twin with the inputs; null without a target. */
  twinId: number | null;
  /** The tags of the signals, by the names in the file. Signals without a tag are left out. */
  tagIds: [name: string, tagId: number][];
}

/**
 * Question: creates the asset, twin, tags and inputs of an import, in the caller's transaction. Returns their ids.
 * @throws AppError from the subscriber, as the creation of each.
 */
export const importBeginning = defineQuestion<ImportPlan, ImportMade>('import.beginning');
