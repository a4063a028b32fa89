import type { AdvisoryState } from '@twinward/contracts/advisories/advisory';
import { defineEffect } from '../../../platform/events.ts';

/**
 * An advisory was created, or its state changed; emitted with the new state stored. `before` is null for a new
 * advisory.
 */
export interface AdvisoryStateChange {
  advisoryId: number;
  before: AdvisoryState | null;
  reason: string;
}
export const advisoryStateChanged = defineEffect<AdvisoryStateChange>('advisory.stateChanged');
