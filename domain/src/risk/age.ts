import { DAY } from '../duration.ts';
import { fromWall, toWall } from '../time-zone.ts';
import { type AssetRisk, type FailingAsset, type ModeLife, riskOfAsset, unknownRisk } from './risk.ts';
import { conditionalProbability, type Weibull } from './weibull.ts';

/**
 * Work that may renew an asset; times in epoch milliseconds. Items that agree in all but the times may be given as one,
 * with the latest completion: a failure group ends with the latest of its work.
 */
export interface RenewalWork {
  /** `failure`: corrective work. `all` or the ids of failure modes: preventive work of an activity that renews them. */
  renews: 'failure' | 'all' | readonly number[];
  /** Of corrective work, as a code of ISO 14224; null where none is stated. */
  mechanism: string | null;
  /** Null without a completion. */
  completed: number | null;
  /** Whether corrective work was begun and is not completed. */
  isOpen: boolean;
}

/** A failure mode to be renewed; its mechanism may be unknown. */
export interface RenewableMode {
  id: number;
  mechanism: string | null;
}

/**
 * Whether work renews the asset (mode null) or a failure mode. The asset is renewed by each failure, a failure mode only
 * by work of its mechanism; where the work or the mode states none, it counts.
 */
function counts({ renews, mechanism }: RenewalWork, mode: RenewableMode | null): boolean {
  if (renews === 'all') return true;
  if (renews !== 'failure') return mode !== null && renews.includes(mode.id);
  return mode === null || mechanism === null || mode.mechanism === null || mechanism === mode.mechanism;
}

export interface LifeStart {
  /** Start of the twin, epoch milliseconds; null where it has none. */
  twinStart: number | null;
  /** Where neither a twin's start nor a renewal is known, age counts from here. */
  analysisStart: number;
}

/** The time from which the age of an asset (mode null) or failure mode counts: its last renewal, or its start. */
export function lastRenewal(
  work: readonly RenewalWork[],
  { twinStart, analysisStart }: LifeStart,
  mode: RenewableMode | null,
): number {
  const renewal = work.reduce(
    (latest, item) => (counts(item, mode) ? Math.max(latest, item.completed ?? latest) : latest),
    twinStart ?? Number.NEGATIVE_INFINITY,
  );
  return renewal === Number.NEGATIVE_INFINITY ? analysisStart : renewal;
}

/** Whether a repair of the asset (mode null) or of a failure mode is open. */
export function isUnderRepair(work: readonly RenewalWork[], mode: RenewableMode | null): boolean {
  return work.some((item) => item.isOpen && counts(item, mode));
}

/** The latest midnight in a time zone. @param now epoch milliseconds @throws RangeError for an unknown zone */
export function startOfDay(now: number, timeZone: string): number {
  return fromWall(Math.floor(toWall(now, timeZone) / DAY) * DAY, timeZone);
}

/** The time as of which probabilities of an analysis are conditional: today, clamped to its dates. */
export function clampToAnalysis(asOf: number, analysisStart: number, end: number): number {
  return Math.max(analysisStart, Math.min(asOf, end));
}

/**
 * Probability, in percent, of failing by the end of an analysis, given survival to `asOf`: 1 - R(a1) / R(a0), with the
 * ages a0 = max(0, asOf - renewedAt) and a1 = end - renewedAt. Times in epoch milliseconds.
 */
export function percentGivenSurvival(
  life: Weibull,
  { renewedAt, asOf, end }: { renewedAt: number; asOf: number; end: number },
): number {
  const from = Math.max(0, asOf - renewedAt) / DAY;
  return 100 * conditionalProbability(life, from, (end - renewedAt) / DAY);
}

/** What the probabilities of an asset given survival follow from; times in epoch milliseconds. */
export interface AgeInputs extends LifeStart {
  /** The last midnight; not clamped. */
  asOf: number;
  /** End of the analysis, or the out-of-service date if that is earlier. */
  end: number;
  work: readonly RenewalWork[];
}

/**
 * Probability, in percent, of an asset (mode null) or failure mode in an analysis, given survival until today.
 * @returns null while a repair is open, and for what is out of service before the analysis starts.
 */
export function percentInAnalysis(life: Weibull, age: AgeInputs, mode: RenewableMode | null): number | null {
  if (age.end < age.analysisStart || isUnderRepair(age.work, mode)) return null;
  const asOf = clampToAnalysis(age.asOf, age.analysisStart, age.end);
  return percentGivenSurvival(life, { renewedAt: lastRenewal(age.work, age, mode), asOf, end: age.end });
}

/** The probability and the risk of an asset in an analysis, given survival until today; null while any repair is open. */
export function riskGivenSurvival<Mode extends ModeLife & RenewableMode>(
  asset: FailingAsset<Mode>,
  age: AgeInputs,
): AssetRisk {
  if (isUnderRepair(age.work, null)) return unknownRisk;
  return riskOfAsset(asset, (life, mode) => percentInAnalysis(life, age, mode));
}
