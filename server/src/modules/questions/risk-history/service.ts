import type { PlantRiskHistory, TwinRiskHistory } from '@twinward/contracts/questions/risk-history';
import { addDays, daysBetween } from '@twinward/domain/risk/history';
import { toLocalDay } from '@twinward/domain/time-zone';
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
  type Twins,
} from './read-store.ts';
import { selectState } from './record-store.ts';

export { recordChangedRisk, recordDay } from './record.ts';

const mostCauses = 10;
const mostModes = 3;

/** Returns today and the first day of a history, at most this many days ago. */
async function getDays(db: Db, days: number, now: number) {
  const today = toLocalDay(now, await getTimeZone(db));
  const firstDay = (await selectState(db))?.firstDay ?? null;
  return { today, firstDay, from: laterDay(addDays(today, -days), firstDay) };
}

const laterDay = (day: string, other: string | null): string => (other !== null && other > day ? other : day);

/** Returns the risk of all twins in service over the last days, and the twins that changed it most. */
export async function getPlantHistory(db: Db, days: number, now = Date.now()): Promise<PlantRiskHistory> {
  const { today, firstDay, from } = await getDays(db, days, now);
  const { risk, withoutRisk } = await selectNow(db, null);
  const course = await getDailyRisk(db, { from, to: today, firstDay, last: risk }, null);
  const totals = { today, from, firstDay, now: risk, withoutRisk, ...course };
  if (totals.before === null) return { ...totals, causes: [], otherCauses: { twins: 0, change: 0 } };
  return { ...totals, ...(await getCauses(db, from)) };
}

type DailyRisk = Pick<PlantRiskHistory, 'before' | 'days'>;

/**
 * Returns the risk of twins on the days of a range, up to today.
 * @param range epoch milliseconds
 * @returns `risk` is the risk at the end of the range; null if the history starts later
 */
export async function getRiskInRange(
  db: Db,
  range: { from: number; to: number },
  twins: Twins,
  now = Date.now(),
): Promise<DailyRisk & { risk: number | null }> {
  const timeZone = await getTimeZone(db);
  const firstDay = (await selectState(db))?.firstDay ?? null;
  const today = toLocalDay(now, timeZone);
  // The end is exclusive: a range that ends at midnight does not include the new day.
  const lastDay = toLocalDay(range.to - 1, timeZone);
  const to = lastDay < today ? lastDay : today;
  if (to < today && (firstDay === null || to < firstDay)) return { risk: null, before: null, days: [] };
  const risk = to === today ? (await selectNow(db, twins)).risk : await selectTotal(db, to, twins);
  const from = laterDay(toLocalDay(range.from, timeZone), firstDay);
  return { risk, ...(await getDailyRisk(db, { from, to, firstDay, last: risk }, twins)) };
}

/**
 * Returns the risk of twins on each day of a range.
 * @param range `last` is the risk on its last day
 */
async function getDailyRisk(
  db: Db,
  { from, to, firstDay, last }: { from: string; to: string; firstDay: string | null; last: number },
  twins: Twins,
): Promise<DailyRisk> {
  // A range of one day has no change.
  if (firstDay === null || from >= to) return { before: null, days: [{ day: to, risk: last }] };
  const before = await selectTotal(db, from, twins);
  const changes = new Map(
    (await selectDailyChanges(db, from, twins)).map(({ day, change }) => [day, change]),
  );
  let sum = before;
  const days = daysBetween(from, to).map((day) => {
    sum += changes.get(day) ?? 0;
    return { day, risk: day === to ? last : sum };
  });
  return { before, days };
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

/**
 * Returns the risk of a twin and its failure modes over the last days.
 * @throws AppError `not-found`.
 */
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
