import { defineEffect } from '../../../platform/events.ts';
import type { AuditActor } from '../../system/audit/service.ts';

/** An asset was moved by a link of the standard relationship: below another asset, or to the top (null). */
export const assetLinked = defineEffect<{ actor: AuditActor; assetId: number; parentId: number | null }>(
  'asset.linked',
);
