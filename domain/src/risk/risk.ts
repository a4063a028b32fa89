import { truncatePercent } from './probability.ts';

/**
 * Risk in the unit of the consequence: probability / 100 x consequence.
 * Multiplied first, so that 29 % of 100 is 29 and not a little less. Null unless the probability is a whole percent from 0 to 100 and the consequence whole and not negative.
 */
export function riskOf(probability: number | null, consequence: number | null): number | null {
  if (probability === null || !Number.isInteger(probability) || probability < 0 || probability > 100)
    return null;
  if (consequence === null || !Number.isInteger(consequence) || consequence < 0) return null;
  return (probability * consequence) / 100;
}

/**
 * A way to fail: its probability in percent, not yet cut to a whole one, and what it costs; without a cost it
 * adds to the probability, not to the risk.
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
 * Probability that at least one of several failure modes occurs, P = 1 - product(1 - Pi), and the sum of their
 * risks, sum(Pi Ci). It takes them to be independent: a series system.
 * Source: Rausand and Hoyland, System Reliability Theory, 2nd edition.
 * @returns null for no failure modes.
 */
export function rollUpFailureModes(modes: readonly FailureModeRisk[]): RiskRollUp | null {
  if (modes.length === 0) return null;
  const survival = modes.reduce((product, mode) => product * (1 - mode.probability / 100), 1);
  return {
    probability: truncatePercent(100 * (1 - survival)),
    risk: modes.reduce((sum, mode) => sum + (mode.probability / 100) * (mode.consequence ?? 0), 0),
  };
}
