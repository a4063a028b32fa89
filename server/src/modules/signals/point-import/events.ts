import type { ImportSignal, ImportTarget } from '@twinward/contracts/signals/import';
import { defineQuestion } from '../../../platform/events.ts';

/** What an import makes with its first points. */
export interface ImportPlan {
  by: { userId: number; userName: string };
  signals: readonly ImportSignal[];
  /** Undefined: new tags belong to no asset. */
  target: ImportTarget | undefined;
}

export interface ImportMade {
  /** The twin that has the inputs; null without a target. */
  twinId: number | null;
  /** The tags of the signals that have one, by the names in the file. */
  tagIds: [name: string, tagId: number][];
}

/**
 * Makes the asset, twin, tags and inputs of an import, in the caller's transaction.
 * @throws AppError from the subscriber, as the creation of each.
 */
export const importBeginning = defineQuestion<ImportPlan, ImportMade>('import.beginning');
