import { defineEffect } from '../../../platform/events.ts';

/** Protections are shelved no more: their time was over, or a user took them back. */
export const shelvingEnded = defineEffect<{ protectionIds: readonly number[] }>('shelving.ended');
