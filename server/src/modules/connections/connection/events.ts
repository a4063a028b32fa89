import { defineEffect } from '../../../platform/events.ts';

/** The last connection of a group was deleted, and the group is about to be: nothing may refer to it any more. */
export const connectionGroupDeleting = defineEffect<{ groupId: number }>('connectionGroup.deleting');
