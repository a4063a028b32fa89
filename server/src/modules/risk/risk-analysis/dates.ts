import type { MissionDates } from '@twinward/domain/risk/mission';
import type { Db } from '../../../platform/database/database.ts';
import { found } from '../../../platform/errors.ts';
import { type AnalysisRow, selectAnalysis } from './store.ts';

/** Returns the dates of an analysis, for the calculation of its assets. @throws AppError `not-found`. */
export async function getDates(db: Db, id: number): Promise<MissionDates> {
  return toDates(found(await selectAnalysis(db, id), 'Risk analysis'));
}

export function toDates(row: Pick<AnalysisRow, 'start_date' | 'mission_time' | 'end_date'>): MissionDates {
  return {
    startDate: row.start_date?.toISOString() ?? null,
    missionTime: row.mission_time,
    endDate: row.end_date?.toISOString() ?? null,
  };
}
