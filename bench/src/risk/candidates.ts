import type { Candidate } from '@twinward/domain/risk/budget';

/** How the costs and gains of improvements are to each other, the last the hardest to choose from. */
export const kinds = [
  'gains that say nothing of costs',
  'gains about their costs',
  'gains of costs and 1,000',
] as const;
export type Kind = (typeof kinds)[number];

const dollars = 100;
const dearest = 500;

/** As many improvements as wanted, the same ones every time: costs of 100 to 50,000 dollars, in hundreds. */
export function makeCandidates(kind: Kind, count: number): Candidate[] {
  let state = 20_140_207;
  const upTo = (most: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return 1 + (state % most);
  };
  return Array.from({ length: count }, (_, id) => {
    const cost = dollars * upTo(dearest);
    const own = dollars * upTo(dearest);
    if (kind === 'gains that say nothing of costs') return { id, cost, gain: own };
    if (kind === 'gains about their costs') return { id, cost, gain: cost + own / 10 };
    return { id, cost, gain: cost + 1000 };
  });
}
