import type { RecordReference } from '@twinward/contracts/records/link';
import type { RecordOverviewView } from '../../../platform/database/generated/rows.ts';

/** A row of `record_overview` as calls answer with it. */
export function toReference(row: Omit<RecordOverviewView, 'is_equipment'>): RecordReference {
  const { type, id, title, detail } = row;
  return { type, id, title, detail, twinId: row.twin_id, assetId: row.asset_id };
}
