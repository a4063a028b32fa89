import type { MappedWorkState } from '@twinward/contracts/connections/mapping';
import { defineEffect } from '../../../platform/events.ts';

/** Work was read that was created from work requests; emitted in the transaction that stores it. */
export const requestedWorkTaken = defineEffect<{
  groupId: number;
  work: readonly { key: string; number: string; state: MappedWorkState }[];
}>('requestedWork.taken');
