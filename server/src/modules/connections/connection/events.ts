import { defineEffect } from '../../../platform/events.ts';
import type { AuditActor } from '../../system/audit/service.ts';

/** The last connection of a group was deleted, and the group is about to be: nothing may refer to it any more. */
export const connectionGroupDeleting = defineEffect<{ by: AuditActor; groupId: number }>(
  'connectionGroup.deleting',
);
