import { defineEffect } from '../../../platform/events.ts';

export const activityDeleted = defineEffect<{ activityId: number; twinId: number }>('activity.deleted');
