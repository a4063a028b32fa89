import { defineEffect } from '../../../platform/events.ts';

/** Protections are no longer shelved: their time has expired, or a user unshelved them. */
export const shelvingEnded = defineEffect<{ protectionIds: readonly number[] }>('shelving.ended');
