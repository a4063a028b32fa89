import { versionedTableRows } from '../../../platform/database/table-rows.ts';
import type { FailureModeFields } from './store.ts';

/** The columns of a failure mode for a batch write. */
export type FailureModeToWrite = FailureModeFields & { model_part: number | null };

const rows = versionedTableRows('failure_mode');
export const insertFailureModeBlock = rows.insertBlock<FailureModeToWrite & { twin_id: number }>;
export const updateFailureModeBlock = rows.updateBlock<FailureModeToWrite & { id: number }>;
