import { defineEffect } from '../../../platform/events.ts';

/** Early points of these tags were held; emitted at most once a day per tag. */
export const pointsEarly = defineEffect<{ tags: readonly { id: number; name: string }[] }>('points.early');
