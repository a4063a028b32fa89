import type { IndicatorPattern } from '@twinward/contracts/protections/indicator-pattern';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import type { Protection } from '@twinward/contracts/protections/protection';
import { type DraftThreshold, newThreshold } from '../../../../shared/protection/draft.ts';
import { lackingForTraining, type SetDraft } from '../draft.ts';

/** The steps of the guided page, in order. */
export const steps = [
  { id: 'inputs', label: 'Inputs' },
  { id: 'patterns', label: 'What to recognise' },
  { id: 'ranges', label: 'Ranges' },
  { id: 'train', label: 'Train' },
  { id: 'thresholds', label: 'Thresholds' },
] as const;
export type StepId = (typeof steps)[number]['id'];

/** Whether each step is done, given the saved protection and the draft. */
export function doneSteps(
  { tagAliasIds, thresholds }: Pick<Protection, 'tagAliasIds' | 'thresholds'>,
  draft: SetDraft,
  set: Pick<IndicatorPattern, 'model' | 'isCurrent'>,
): Record<StepId, boolean> {
  const hasPatterns = draft.patterns.some((one) => !one.default);
  return {
    inputs: tagAliasIds.length > 0,
    patterns: hasPatterns,
    ranges: lackingForTraining(draft) === null,
    train: set.model !== null && set.isCurrent,
    thresholds: hasPatterns && patternsWithout(draft.patterns, thresholds).length === 0,
  };
}

/** The first step that is not done. */
export const firstOpen = (done: Record<StepId, boolean>): StepId =>
  steps.find(({ id }) => !done[id])?.id ?? 'thresholds';

/** The expression that is true while the answer is a pattern. */
export const matchLogic = ({ name }: Pick<PatternOfSet, 'name'>): string => `MATCHESPATTERN("${name}")`;

/** The patterns, except the default one, without a threshold that refers to them. */
export const patternsWithout = (
  patterns: readonly PatternOfSet[],
  thresholds: readonly { logic: string }[],
): PatternOfSet[] =>
  patterns.filter((one) => !one.default && !thresholds.some(({ logic }) => logic.includes(matchLogic(one))));

const proposedLevel = 500;

/** Proposes a threshold for each pattern without one. A number makes duplicate names unique. */
export function proposedThresholds(
  patterns: readonly PatternOfSet[],
  thresholds: readonly { name: string; logic: string }[],
): DraftThreshold[] {
  const taken = new Set(thresholds.map(({ name }) => name));
  return patternsWithout(patterns, thresholds).map((pattern) => {
    let name = pattern.name;
    for (let number = 2; taken.has(name); number++) name = `${pattern.name} ${number}`;
    taken.add(name);
    return { ...newThreshold(name), logic: matchLogic(pattern), level: proposedLevel };
  });
}
