import type { Completion } from '@twinward/contracts/core/completion';

/** The inputs of a calculated tag's completion. */
interface CalculatedTagFacts {
  hasAliases: boolean;
  /** Whether every alias is mapped to a tag. */
  aliasesMapped: boolean;
  /** Whether there is logic, and every parameter in it has a value. */
  hasLogic: boolean;
}

/** The completion bits of a calculated tag; 15 is complete. */
const calculatedTagBits = { exists: 1, hasAliases: 2, aliasesMapped: 4, hasLogic: 8 } as const;

/** The completion of a calculated tag, as a fraction of four steps. Without aliases, none counts as mapped. */
export function calculatedTagCompletion(facts: CalculatedTagFacts): Completion {
  const bits =
    calculatedTagBits.exists |
    when(facts.hasAliases, calculatedTagBits.hasAliases) |
    when(facts.hasAliases && facts.aliasesMapped, calculatedTagBits.aliasesMapped) |
    when(facts.hasLogic, calculatedTagBits.hasLogic);
  return { bits, percent: share(bits, 4) };
}

/**
 * The missing steps of a calculated tag, in words.
 * @param unmapped the names in its logic without a tag
 * @param unset the names of the parameters in its logic without a value
 */
export function missingOfCalculatedTag(
  { bits }: Completion,
  { unmapped, unset }: { unmapped: readonly string[]; unset: readonly string[] },
): string[] {
  const lacks = (bit: number) => (bits & bit) === 0;
  return [
    ...(unset.length > 0
      ? [`No value for ${unset.map((name) => `{${name}}`).join(', ')}.`]
      : lacks(calculatedTagBits.hasLogic)
        ? ['It has no logic.']
        : []),
    ...(lacks(calculatedTagBits.hasAliases)
      ? ['It has no inputs.']
      : lacks(calculatedTagBits.aliasesMapped)
        ? [unmapped.length === 0 ? 'Some inputs have no tag.' : `No tag for ${unmapped.join(', ')}.`]
        : []),
  ];
}

/** The inputs of a protection's completion, and of its tag aliases' completion. */
export interface IndicatorFacts {
  hasThresholds: boolean;
  hasAliases: boolean;
  /** Whether every alias is mapped, and all their tags are complete. */
  aliasesComplete: boolean;
  /** Whether every threshold has logic. */
  thresholdsHaveLogic: boolean;
  /** Whether every threshold has a level, logs excursions or has actions. */
  thresholdsEffective: boolean;
  /** Whether the training is up to date. */
  checksumMatches: boolean;
}

const indicatorBits = {
  exists: 1,
  hasThresholds: 2,
  hasAliases: 4,
  aliasesComplete: 8,
  thresholdsEffective: 16,
  checksumMatches: 32,
} as const;
const indicatorComplete = 31;
const patternIndicatorComplete = 63;

interface IndicatorKind {
  pattern: boolean;
  /** Counts the first four steps only; for a pattern, always all six. */
  withoutEffects?: boolean;
}

/**
 * The completion of a tag alias, by the facts of its protection: a fraction of five steps; of six for a pattern; of
 * four if effects of thresholds do not count.
 */
export function tagAliasCompletion(facts: IndicatorFacts, kind: IndicatorKind): Completion {
  const bits =
    indicatorBits.exists |
    when(facts.hasThresholds, indicatorBits.hasThresholds) |
    when(facts.hasAliases, indicatorBits.hasAliases) |
    when(facts.hasAliases && facts.aliasesComplete, indicatorBits.aliasesComplete) |
    when(
      facts.hasThresholds && facts.thresholdsHaveLogic && facts.thresholdsEffective,
      indicatorBits.thresholdsEffective,
    ) |
    when(kind.pattern && facts.checksumMatches, indicatorBits.checksumMatches);
  const steps = kind.pattern ? 6 : kind.withoutEffects ? 4 : 5;
  return { bits, percent: share(bits & (2 ** steps - 1), steps) };
}

/** The completion of a protection. It is complete at 31, a pattern protection at 63. */
export function indicatorCompletion(
  facts: IndicatorFacts,
  pattern: boolean,
): Completion & { complete: boolean } {
  const completion = tagAliasCompletion(facts, { pattern });
  const all = pattern ? patternIndicatorComplete : indicatorComplete;
  return { ...completion, complete: completion.bits === all };
}

/** The missing steps of a protection, in order. */
export function missingOfIndicator(facts: IndicatorFacts, pattern: boolean): string[] {
  const { hasThresholds, hasAliases, aliasesComplete, checksumMatches } = facts;
  const lacks: [boolean, string][] = [
    [!hasThresholds, 'A threshold.'],
    [!hasAliases, 'An input.'],
    [hasAliases && !aliasesComplete, 'A complete tag for every input.'],
    [hasThresholds && !facts.thresholdsHaveLogic, 'Logic for every threshold.'],
    [
      hasThresholds && !facts.thresholdsEffective,
      'A level, excursion logging or an action for every threshold.',
    ],
    [pattern && !checksumMatches, 'Training on the current definition.'],
  ];
  return lacks.flatMap(([isLacking, text]) => (isLacking ? [text] : []));
}

const when = (holds: boolean, bit: number) => (holds ? bit : 0);

function share(bits: number, steps: number): number {
  let set = 0;
  for (let rest = bits; rest > 0; rest >>= 1) set += rest & 1;
  return Math.round((set / steps) * 100);
}
