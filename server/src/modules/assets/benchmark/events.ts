import { defineEffect } from '../../../platform/events.ts';

/** The benchmark of an entry of the taxonomy was created, changed or deleted. */
export const benchmarkChanged = defineEffect<{ taxonomyId: number }>('benchmark.changed');
