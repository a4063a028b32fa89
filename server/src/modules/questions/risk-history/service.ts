import type { PlantRiskHistory, TwinRiskHistory } from '@twinward/contracts/questions/risk-history';
import { addDays, daysBetween } from '@twinward/domain/risk/history';
import { dayOf } from '@twinward/domain/time-zone';
import type { Db } from '../../../platform/database/database.ts';
import { getTimeZone } from '../../system/setting/service.ts';
import { getTwin } from '../../twins/twin/service.ts';
import {
  selectCauses,
  selectDailyChanges,
  selectModeCauses,
  selectNow,
  selectStepsOfTwin,
  selectTotal,
} from './read-store.ts';
import { selectState } from './record-store.ts';

export { recordChangedRisk, recordDay } from './record.ts';

const mostCauses = 10;
const mostModes = 3;

/** The days of a history: today, and the first one of it that is at most so many days ago. */
async function getDays(db: Db, days: number, now: number) {
  const today = dayOf(now, await getTimeZone(db));
  const firstDay = (await selectState(db))?.firstDay ?? null;
  const wanted = addDays(today, -days);
  return { today, firstDay, from: firstDay !== null && firstDay > wanted ? firstDay : wanted };
}

/** The risk of all twins in service over the last days, and the twins that changed it most. */
export async function getPlantHistory(db: Db, days: number, now = Date.now()): Promise<PlantRiskHistory> {
  const totals = await getPlantTotals(db, days, now);
  if (totals.before === null) return { ...totals, causes: [], otherCauses: { twins: 0, change: 0 } };
  return { ...totals, ...(await getCauses(db, totals.from)) };
}

/** The risk of all twins in service over the last days. */
export async function getPlantTotals(
  db: Db,
  days: number,
  now = Date.now(),
): Promise<Omit<PlantRiskHistory, 'causes' | 'otherCauses'>> {
  const { today, firstDay, from } = await getDays(db, days, now);
  const { risk, withoutRisk } = await selectNow(db);
  // Today is not over: compared with itself, it has no change.
  if (firstDay === null || from >= today) {
    return { today, from, firstDay, now: risk, withoutRisk, before: null, days: [{ day: today, risk }] };
  }
  const before = await selectTotal(db, from);
  const changes = new Map((await selectDailyChanges(db, from)).map(({ day, change }) => [day, change]));
  let sum = before;
  const series = daysBetween(from, today).map((day) => {
    sum += changes.get(day) ?? 0;
    return { day, risk: day === today ? risk : sum };
  });
  return { today, from, firstDay, now: risk, before, withoutRisk, days: series };
}

async function getCauses(db: Db, from: string): Promise<Pick<PlantRiskHistory, 'causes' | 'otherCauses'>> {
  const rows = await selectCauses(db, from, mostCauses);
  const modes = await selectModeCauses(
    db,
    from,
    rows.map(({ twinId }) => twinId),
  );
  const causes = rows.map(({ twins: _twins, changeOfAll: _change, ...cause }) => ({
    ...cause,
    failureModes: modes
      .filter(({ twinId }) => twinId === cause.twinId)
      .slice(0, mostModes)
      .map(({ twinId: _twinId, ...mode }) => mode),
  }));
  const shown = causes.reduce((sum, { change }) => sum + change, 0);
  const otherCauses =
    rows.length < mostCauses
      ? { twins: 0, change: 0 }
      : { twins: rows[0]!.twins - rows.length, change: rows[0]!.changeOfAll - shown };
  return { causes, otherCauses };
}

/** The risk of a twin and its failure modes over the last days. @throws AppError `not-found`. */
export async function getTwinHistory(
  db: Db,
  twinId: number,
  days: number,
  now = Date.now(),
): Promise<TwinRiskHistory> {
  await getTwin(db, twinId);
  const { today, firstDay, from } = await getDays(db, days, now);
  const rows = await selectStepsOfTwin(db, twinId, from);
  const steps: TwinRiskHistory['steps'] = [];
  const modes = new Map<number, TwinRiskHistory['failureModes'][number]>();
  for (const { failureModeId, name, isDeleted, ...step } of rows) {
    if (failureModeId === null) {
      steps.push(step);
      continue;
    }
    const mode = modes.get(failureModeId) ?? { id: failureModeId, name, isDeleted, steps: [] };
    mode.steps.push(step);
    modes.set(failureModeId, mode);
  }
  return { today, from, firstDay, steps, failureModes: [...modes.values()] };
}
