import type { RecordReference } from '@twinward/contracts/records/link';
import type { RecordOverviewView } from '../../../platform/database/generated/rows.ts';

/** Converts a row of `record_overview` to its API form. */
export function toReference(row: Omit<RecordOverviewView, 'is_equipment'>): RecordReference {
  const { type, id, title, detail } = row;
  return { type, id, title, detail, twinId: row.twin_id, assetId: row.asset_id };
}
