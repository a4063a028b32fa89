import { addDays, daysBetween, type HistoryFigures, planHistory } from '@twinward/domain/risk/history';
import { calculateRisk } from '@twinward/domain/risk/risk';
import { riskOfTwin } from '@twinward/domain/risk/twin-risk';
import { fromWall, toLocalDay } from '@twinward/domain/time-zone';
import type { Db } from '../../../platform/database/database.ts';
import { defineCommitStep, withTransaction } from '../../../platform/database/transaction.ts';
import { getTimeZone } from '../../system/setting/service.ts';
import {
  lockCurrentSteps,
  type ModeInputs,
  type StepChange,
  type StepRow,
  type Subject,
  selectAssetsAfter,
  selectModes,
  selectState,
  selectSteps,
  selectTwins,
  updateLevelsOfDay,
  upsertState,
  writeSteps,
} from './record-store.ts';

/** Assets per transaction. */
const blockSize = 500;

const changedAssets = defineCommitStep<number>(async (db, assetIds) => {
  const ids = [...assetIds].sort((a, b) => a - b);
  const now = Date.now();
  for (let i = 0; i < ids.length; i += blockSize) await recordAssets(db, ids.slice(i, i + blockSize), now);
});

/** Records the risk of assets whose inputs changed, before the transaction commits. */
export async function recordChangedRisk(
  db: Db,
  { assetIds }: { assetIds: readonly number[] },
): Promise<void> {
  changedAssets.collect(db, assetIds);
}

/**
 * Records the start of a day, once: the highest levels of the previous days, and changes that have no event, such as
 * assets that went out of service.
 */
export async function recordDay(db: Db, now = Date.now()): Promise<void> {
  const timeZone = await getTimeZone(db);
  const today = toLocalDay(now, timeZone);
  const state = await selectState(db);
  if (state !== null && state.recordedDay >= today) return;
  if (state !== null) {
    for (const day of daysBetween(state.recordedDay, addDays(today, -1))) {
      await withTransaction(db, (transaction) => recordLevels(transaction, day, timeZone));
    }
  }
  for (let after = 0; ; ) {
    const ids = await selectAssetsAfter(db, after, blockSize);
    if (ids.length === 0) break;
    await withTransaction(db, (transaction) => recordAssets(transaction, ids, now));
    after = ids.at(-1)!;
  }
  await upsertState(db, today);
}

function recordLevels(db: Db, day: string, timeZone: string): Promise<void> {
  const next = addDays(day, 1);
  const toStart = (one: string) => new Date(fromWall(Date.parse(`${one}T00:00:00Z`), timeZone));
  return updateLevelsOfDay(db, { day, next, from: toStart(day), to: toStart(next) });
}

/** Records the values of the twins of assets, and of their failure modes, if they changed. */
async function recordAssets(db: Db, assetIds: readonly number[], now: number): Promise<void> {
  await lockCurrentSteps(db, assetIds);
  const today = toLocalDay(now, await getTimeZone(db));
  const figures = await readFigures(db, assetIds, new Date(now));
  const steps = await selectSteps(db, assetIds, today);
  const known = new Map<string, { subject: Subject; current: StepRow | null; previous: StepRow | null }>();
  for (const step of steps) {
    const entry = known.get(toKey(step)) ?? { subject: step, current: null, previous: null };
    known.set(toKey(step), { ...entry, [step.until === null ? 'current' : 'previous']: step });
  }
  for (const { subject } of figures) {
    const entry = known.get(toKey(subject)) ?? { current: null, previous: null };
    known.set(toKey(subject), { ...entry, subject });
  }
  const figuresBySubject = new Map(figures.map((one) => [toKey(one.subject), one.figures]));
  const changes = [...known].flatMap(([key, { subject, ...entry }]): StepChange[] => {
    const change = planHistory(entry, figuresBySubject.get(key) ?? null, today);
    return change ? [{ ...change, subject }] : [];
  });
  await writeSteps(db, changes, today);
}

const toKey = ({ twinId, failureModeId }: Subject): string => `${twinId} ${failureModeId}`;

/** Reads the values of the twins in service of assets, and of their failure modes that have any. */
async function readFigures(
  db: Db,
  assetIds: readonly number[],
  now: Date,
): Promise<{ subject: Subject; figures: HistoryFigures }[]> {
  const twins = await selectTwins(db, assetIds, now);
  const modes = await selectModes(
    db,
    twins.map(({ twinId }) => twinId),
  );
  const modesByTwin = new Map<number, ModeInputs[]>(twins.map(({ twinId }) => [twinId, []]));
  for (const mode of modes) modesByTwin.get(mode.twinId)!.push(mode);
  return [
    ...twins.map(({ parameters, consequence, level, startDate, missionTime, ...subject }) => {
      const failureModes = modesByTwin.get(subject.twinId)!;
      const mission = { startDate, missionTime };
      const risk = riskOfTwin({ parameters, consequence, mission, failureModes });
      return { subject, figures: { ...risk, level } };
    }),
    ...modes
      .filter(({ probability, consequence }) => probability !== null || consequence !== null)
      .map(({ parameters: _parameters, probability, consequence, ...subject }) => ({
        subject,
        figures: { probability, consequence, risk: calculateRisk(probability, consequence), level: null },
      })),
  ];
}
