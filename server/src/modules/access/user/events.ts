import { defineEffect } from '../../../platform/events.ts';

/** A user has another time zone. */
export const userTimeZoneChanged = defineEffect<{ userId: number }>('user.timeZoneChanged');
