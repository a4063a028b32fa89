import { defineEffect } from '../../../platform/events.ts';

/** Twins became active; emitted once for all that one call activates. */
export const twinsActivated = defineEffect<{ twinIds: readonly number[] }>('twin.activated');

/** The start of a twin changed, and with it which points count. */
export const twinStartDateChanged = defineEffect<{ twinId: number }>('twin.startDateChanged');
