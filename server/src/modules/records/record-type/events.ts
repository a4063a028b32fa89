import type { SystemType } from '@twinward/contracts/records/record-type';
import type { Doer } from '../../../platform/actor.ts';
import { defineEffect } from '../../../platform/events.ts';
import type { AuditActor } from '../../system/audit/service.ts';
import type { TypeDefinition } from './read.ts';

/** A type was created or changed. */
export const recordTypeChanged = defineEffect<{
  by: AuditActor;
  type: TypeDefinition;
  /** Null for a new type. */
  before: TypeDefinition | null;
}>('recordType.changed');

/**
 * Further fields of a record of a system type are about to change, without the rest of the record. The type's module
 * may refuse the change.
 */
export const systemFieldsChanging = defineEffect<{ type: SystemType; id: number }>(
  'recordType.fieldsChanging',
);

/**
 * Deletes a record of a system type as the type's own call does, in the transaction `by.tenant.db`. The type's module
 * may refuse the deletion.
 */
export const systemRecordDeletion = defineEffect<{ by: Doer; type: SystemType; id: number }>(
  'recordType.recordDeletion',
);

/** A type is about to be deleted; it has no records. */
export const recordTypeDeleting = defineEffect<{ id: number; name: string }>('recordType.deleting');
