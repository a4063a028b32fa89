import { defineEffect } from '../../../platform/events.ts';
import type { AuditActor } from '../../system/audit/service.ts';

/** The last connection of a group was deleted, and the group will be: references to it must be removed. */
export const connectionGroupDeleting = defineEffect<{ by: AuditActor; groupId: number }>(
  'connectionGroup.deleting',
);

/** The configuration of a connection was changed; emitted in the transaction that stores it. */
export const connectionConfigured = defineEffect<{ groupId: number }>('connection.configured');

/** A notification for users who manage connections. */
export interface ConnectionTrouble {
  connectionId: number;
  name: string;
  type: 'quiet' | 'failed' | 'certificate';
  /** Message of the state; for a certificate, its end in ISO 8601. */
  message: string;
  time: Date;
}

/**
 * Connections failed, are quiet, or have a certificate that expires soon; emitted in the transaction that stores it.
 */
export const connectionsTroubled = defineEffect<readonly ConnectionTrouble[]>('connections.troubled');
