import type { AdvisoryState } from '@twinward/contracts/advisories/advisory';
import { defineEffect } from '../../../platform/events.ts';

/** An advisory was made, or its state changed; the row has the new state. `before` is null for one that was made. */
export interface AdvisoryStateChange {
  advisoryId: number;
  before: AdvisoryState | null;
  reason: string;
}
export const advisoryStateChanged = defineEffect<AdvisoryStateChange>('advisory.stateChanged');
