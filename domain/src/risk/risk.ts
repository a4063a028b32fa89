import { truncatePercent } from './probability.ts';
import type { Weibull } from './weibull.ts';

/**
 * Risk in the unit of the consequence: probability / 100 x consequence. The product is formed first, so that 29 % of
 * 100 is exactly 29.
 * @returns null unless the probability is a whole percent from 0 to 100 and the consequence a whole number of at least
 *   0.
 */
export function calculateRisk(probability: number | null, consequence: number | null): number | null {
  if (probability === null || !Number.isInteger(probability) || probability < 0 || probability > 100)
    return null;
  if (consequence === null || !Number.isInteger(consequence) || consequence < 0) return null;
  return (probability * consequence) / 100;
}

/**
 * A failure mode: its probability in percent, not truncated, and its cost. Without a cost it contributes to the
 * probability, but not to the risk.
 */
export interface FailureModeRisk {
  probability: number;
  consequence: number | null;
}

export interface RiskRollUp {
  /** Percent, not truncated. */
  percent: number;
  /** Whole percent. */
  probability: number;
  /** Null if no failure mode has a consequence. */
  risk: number | null;
}

/**
 * Probability that at least one of several failure modes occurs, P = 1 - product(1 - Pi), and the sum of their risks,
 * sum(Pi Ci), assuming independence: a series system.
 * Source: Rausand and Hoyland, System Reliability Theory, 2nd edition.
 * @returns null without failure modes.
 */
export function rollUpFailureModes(modes: readonly FailureModeRisk[]): RiskRollUp | null {
  if (modes.length === 0) return null;
  const survival = modes.reduce((product, mode) => product * (1 - mode.probability / 100), 1);
  const percent = 100 * (1 - survival);
  const costs = modes.flatMap(({ probability, consequence }) =>
    consequence === null ? [] : [(probability / 100) * consequence],
  );
  return {
    percent,
    probability: truncatePercent(percent),
    risk: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
  };
}

/** A failure mode of an asset in an analysis. */
export interface ModeLife {
  life: Weibull;
  /** Cost of one failure; null without one. */
  consequence: number | null;
}

/** The failure behaviour of an asset: its own distribution of lives, else its failure modes. */
export interface FailingAsset<Mode extends ModeLife = ModeLife> {
  life: Weibull | null;
  /** Of the asset as a whole; null without one. */
  consequence: number | null;
  failureModes: readonly Mode[];
}

export interface AssetRisk {
  /** Percent, not truncated. */
  percent: number | null;
  /** Whole percent. */
  probability: number | null;
  risk: number | null;
}

export const unknownRisk: AssetRisk = { percent: null, probability: null, risk: null };

/** Whether the probability of an asset is the roll-up of its failure modes. */
export function isRolledUp({ life, failureModes }: FailingAsset): boolean {
  return life === null && failureModes.length > 0;
}

/**
 * Returns the probability and the risk of an asset. Without a distribution of its own they are the roll-up of its
 * failure modes. The risk is then that probability times the consequence of the asset, or sum(Pi Ci) without one.
 * @param computePercent probability in percent, not truncated, of the life of the asset (mode null) or of a failure mode
 */
export function riskOfAsset<Mode extends ModeLife>(
  { life, consequence, failureModes }: FailingAsset<Mode>,
  computePercent: (life: Weibull, mode: Mode | null) => number | null,
): AssetRisk {
  if (life) {
    const percent = computePercent(life, null);
    if (percent === null) return unknownRisk;
    const probability = truncatePercent(percent);
    return { percent, probability, risk: calculateRisk(probability, consequence) };
  }
  const modes: FailureModeRisk[] = [];
  for (const mode of failureModes) {
    const probability = computePercent(mode.life, mode);
    if (probability === null) return unknownRisk;
    modes.push({ probability, consequence: mode.consequence });
  }
  const sum = rollUpFailureModes(modes);
  if (sum === null) return unknownRisk;
  return consequence === null ? sum : { ...sum, risk: calculateRisk(sum.probability, consequence) };
}
