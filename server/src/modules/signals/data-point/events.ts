import { defineEffect } from '../../../platform/events.ts';

/** Points ahead of the clock came for these tags, and are held: once a day for each tag at most. */
export const pointsEarly = defineEffect<{ tags: readonly { id: number; name: string }[] }>('points.early');
