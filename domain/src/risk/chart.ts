import type { FailureDistributionParameters } from '@twinward/contracts/twins/probability';
import { DAY, durationToDays } from '../duration.ts';
import { lifeDistribution } from './probability.ts';
import { weibullCdf, weibullPdf } from './weibull.ts';

/** The data of a chart of probability over time. */
export interface ChartSource {
  parameters: FailureDistributionParameters | null;
  hasConsequence: boolean;
  startDate: string | null;
  /** ISO 8601 length of time */
  missionTime: string | null;
}

export interface ChartSeries {
  kind: 'cdf' | 'pdf';
  /** Epoch milliseconds */
  times: number[];
  /** Percent for a cdf, percent per day for a pdf. */
  values: number[];
}

const cannot = 'Unable to generate chart. ';
const steps = 200;
/** Returns why there is no chart, or null if there is one. */
export function chartProblem({
  parameters,
  hasConsequence,
  startDate,
  missionTime,
}: ChartSource): string | null {
  if (parameters === null) return `${cannot}Missing probability or consequence.`;
  if (lifeDistribution(parameters) === null) return `${cannot}No distribution function specified.`;
  if (startDate === null) return `${cannot}Start date not specified.`;
  if (missionTime === null) return `${cannot}Mission time not specified.`;
  return hasConsequence ? null : `${cannot}Missing probability or consequence.`;
}

/**
 * Probability of having failed, over the mission from start to end in equal steps: the cumulative
 * distribution, or the density if the parameters request it.
 * @throws RangeError naming what is missing for a chart.
 */
export function probabilityOverTime(source: ChartSource): ChartSeries {
  const problem = chartProblem(source);
  if (problem !== null) throw new RangeError(problem);
  const parameters = source.parameters!;
  const distribution = lifeDistribution(parameters)!;
  const kind = parameters.type === 'pdf' ? 'pdf' : 'cdf';
  const at = kind === 'pdf' ? weibullPdf : weibullCdf;
  const start = Date.parse(source.startDate!);
  const days = durationToDays(source.missionTime!);
  const times: number[] = [];
  const values: number[] = [];
  for (let step = 0; step <= steps; step++) {
    const age = (days * step) / steps;
    const value = 100 * at(distribution, age);
    // With a shape below 1 the density is infinite at 0.
    if (!Number.isFinite(value)) continue;
    times.push(start + age * DAY);
    values.push(value);
  }
  return { kind, times, values };
}

/** Formats a percentage for a chart; values close to 0 or 100 are shown as a bound. */
export function percentText(percent: number): string {
  if (percent < 1) return 'less than 1%';
  if (percent > 99) return 'greater than 99%';
  return `${Math.floor(percent + 1e-9)}%`;
}
