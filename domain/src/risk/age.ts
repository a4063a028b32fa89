import { DAY } from '../duration.ts';
import { fromWall, toWall } from '../time-zone.ts';
import { type AssetRisk, type FailingAsset, type ModeLife, riskOfAsset, unknownRisk } from './risk.ts';
import { conditionalProbability, type Weibull } from './weibull.ts';

/**
 * Work that may renew an asset. Times are in epoch milliseconds. Items that differ only in their times may be merged
 * into one with the latest completion, because a failure group ends with the latest of its work.
 */
export interface RenewalWork {
  /** `failure`: corrective work. `all` or the ids of failure modes: preventive work of an activity that renews them. */
  renews: 'failure' | 'all' | readonly number[];
  /** Failure mechanism of corrective work, a code of ISO 14224. Null if unknown. */
  mechanism: string | null;
  /** Null if not completed. */
  completed: number | null;
  /** Whether corrective work has started and is not completed. */
  isOpen: boolean;
}

/** A failure mode that work may renew. A mechanism of null is unknown. */
export interface RenewableMode {
  id: number;
  mechanism: string | null;
}

/**
 * Whether work renews the asset (mode null) or a failure mode. Every failure renews the asset. Only work with
 * its mechanism renews a failure mode; an unknown mechanism matches any.
 */
function counts({ renews, mechanism }: RenewalWork, mode: RenewableMode | null): boolean {
  if (renews === 'all') return true;
  if (renews !== 'failure') return mode !== null && renews.includes(mode.id);
  return mode === null || mechanism === null || mode.mechanism === null || mechanism === mode.mechanism;
}

export interface LifeStart {
  /** Start of the twin, epoch milliseconds. Null without one. */
  twinStart: number | null;
  /** Age counts from here if neither a start of the twin nor a renewal is known. */
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

/** The inputs of probabilities given survival. Times are in epoch milliseconds. */
export interface AgeInputs extends LifeStart {
  /** The last midnight; not clamped. */
  asOf: number;
  /** End of the analysis, or the out-of-service date if that is earlier. */
  end: number;
  work: readonly RenewalWork[];
}

/**
 * Probability, in percent, of an asset (mode null) or failure mode in an analysis, given survival until today.
 * @returns null while a repair is open, or if the asset went out of service before the analysis starts.
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
