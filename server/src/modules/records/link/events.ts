import { defineEffect } from '../../../platform/events.ts';
import type { AuditActor } from '../../system/audit/service.ts';

/** An asset is put below another, or to the top (null), by a link of the standard relationship. */
export const assetLinked = defineEffect<{ actor: AuditActor; assetId: number; parentId: number | null }>(
  'asset.linked',
);
