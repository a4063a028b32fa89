import { defineEffect } from '../../../platform/events.ts';
import type { AuditActor } from '../../system/audit/service.ts';

/** The last connection of a group was deleted, and the group is about to be: nothing may refer to it any more. */
export const connectionGroupDeleting = defineEffect<{ by: AuditActor; groupId: number }>(
  'connectionGroup.deleting',
);

/** What a connection asks its system for was changed, in the transaction that stores it. */
export const connectionConfigured = defineEffect<{ groupId: number }>('connection.configured');

/** What people who manage connections are notified of. */
export interface ConnectionTrouble {
  connectionId: number;
  name: string;
  type: 'quiet' | 'failed' | 'certificate';
  /** Of the state; of a certificate its end in ISO 8601. */
  message: string;
  time: Date;
}

/** Connections failed, are quiet, or have a certificate that ends soon; in the transaction that stores it. */
export const connectionsTroubled = defineEffect<readonly ConnectionTrouble[]>('connections.troubled');
