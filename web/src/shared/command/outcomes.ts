import type { Command } from '@twinward/contracts/core/command';
import { formatCount } from '../../ui/format/format.ts';

/** The number of records of a command by outcome. */
export type OutcomeCounts<Outcome extends string> = Partial<Record<Outcome, number>>;

export const readOutcomes = <Outcome extends string>({ result }: Command): OutcomeCounts<Outcome> =>
  (result as OutcomeCounts<Outcome> | null) ?? {};

/** '97 proposed, 3 refused.'; null without records. */
export function countText<Outcome extends string>(
  outcomes: OutcomeCounts<Outcome>,
  labels: Readonly<Record<Outcome, string>>,
): string | null {
  const counts = (Object.keys(labels) as Outcome[]).flatMap((outcome) => {
    const count = outcomes[outcome] ?? 0;
    return count === 0 ? [] : [`${formatCount(count)} ${labels[outcome].toLowerCase()}`];
  });
  return counts.length === 0 ? null : `${counts.join(', ')}.`;
}
