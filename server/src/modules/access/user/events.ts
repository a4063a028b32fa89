import { defineEffect } from '../../../platform/events.ts';

/** A user's time zone changed. */
export const userTimeZoneChanged = defineEffect<{ userId: number }>('user.timeZoneChanged');
