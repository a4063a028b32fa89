import { defineEffect } from '../../../platform/events.ts';

/** The benchmark of a taxonomy entry was created, changed or deleted. */
export const benchmarkChanged = defineEffect<{ taxonomyId: number }>('benchmark.changed');
