import type { DraftProtection } from '@twinward/contracts/library/draft-simulation';
import { formatCount } from '../../../ui/format/format.ts';

/** Summed figures of protections. */
export interface SimulatedFigures {
  /** Sums of the current protections of twins; null without any. */
  now: Sums | null;
  draft: Sums;
  gained: number;
  lost: number;
  moved: number;
  /** Number of logics that could not be simulated. */
  problems: number;
}

interface Sums {
  excursions: number;
  advisories: number;
  hits: number;
  events: number;
  falseEpisodes: number;
}

type Result = DraftProtection['draft'];

export function sumFigures(protections: readonly DraftProtection[]): SimulatedFigures {
  const thresholds = protections.flatMap((one) => one.thresholds);
  const count = (change: 'gained' | 'lost' | 'moved') =>
    thresholds.reduce((sum, threshold) => sum + threshold[change], 0);
  const nows = protections.map(({ now }) => now);
  const drafts = protections.map(({ draft }) => draft);
  return {
    now: nows.some((one) => one?.figures) ? sumResults(nows) : null,
    draft: sumResults(drafts),
    gained: count('gained'),
    lost: count('lost'),
    moved: count('moved'),
    problems: [...nows, ...drafts].filter((one) => one?.problem).length,
  };
}

function sumResults(results: readonly Result[]): Sums {
  const sums: Sums = { excursions: 0, advisories: 0, hits: 0, events: 0, falseEpisodes: 0 };
  for (const { figures } of results.flatMap((one) => one ?? [])) {
    if (!figures) continue;
    sums.excursions += figures.excursions;
    sums.advisories += figures.advisoryCount;
    sums.hits += figures.hits;
    sums.events += figures.hits + figures.misses;
    sums.falseEpisodes += figures.falseEpisodes ?? 0;
  }
  return sums;
}

/** '12 → 15', or only the draft's figure without a current one. */
export const nowAndDraft = (now: number | null, draft: number): string =>
  now === null ? formatCount(draft) : `${formatCount(now)} → ${formatCount(draft)}`;

/** '2 gained, 1 moved'; empty without changes. */
export const changesText = (changes: { gained: number; lost: number; moved: number }): string =>
  (['gained', 'lost', 'moved'] as const)
    .flatMap((change) => (changes[change] === 0 ? [] : [`${formatCount(changes[change])} ${change}`]))
    .join(', ');
