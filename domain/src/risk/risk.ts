import { truncatePercent } from './probability.ts';

/**
 * Risk in the unit of the consequence: probability / 100 x consequence. The product is formed first, so that 29 % of
 * 100 is exactly 29.
 * @returns null unless the probability is a whole percent from 0 to 100 and the consequence a whole number of at least
 *   0.
 */
export function riskOf(probability: number | null, consequence: number | null): number | null {
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
  /** Whole percent. */
  probability: number;
  risk: number;
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
  return {
    probability: truncatePercent(100 * (1 - survival)),
    risk: modes.reduce((sum, mode) => sum + (mode.probability / 100) * (mode.consequence ?? 0), 0),
  };
}
