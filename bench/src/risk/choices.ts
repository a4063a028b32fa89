import type { Alternative, Choice } from '@twinward/domain/risk/budget';

/** The relation between costs and gains of options. The last is the hardest to optimize. */
export const kinds = [
  'gains independent of costs',
  'gains about their costs',
  'gains of costs and 1,000',
] as const;
export type Kind = (typeof kinds)[number];

const dollars = 100;
const dearest = 500;

/** Creates deterministic choices with `options` options each. Costs are 100 to 50,000 dollars, in hundreds. */
export function createChoices(kind: Kind, count: number, options: number): Choice[] {
  let state = 20_140_207;
  const upTo = (most: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return 1 + (state % most);
  };
  const createOption = (): Alternative => {
    const cost = dollars * upTo(dearest);
    const own = dollars * upTo(dearest);
    if (kind === 'gains independent of costs') return { cost, gain: own };
    if (kind === 'gains about their costs') return { cost, gain: cost + own / 10 };
    return { cost, gain: cost + 1000 };
  };
  return Array.from({ length: count }, (_, id) => ({
    id,
    alternatives: Array.from({ length: options }, createOption),
  }));
}
