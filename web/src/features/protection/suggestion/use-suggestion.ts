import type { KnownHistory } from '@twinward/contracts/protections/known-history';
import type { ProtectionDefinition } from '@twinward/contracts/protections/protection';
import type { Twin } from '@twinward/contracts/twins/twin';
import { durationToMilliseconds } from '@twinward/domain/duration';
import { findKnownEvents, type KnownEvents } from '@twinward/domain/score/known-events';
import {
  type RuleShape,
  ruleLogic,
  type SuggestedRule,
  suggestRules,
} from '@twinward/domain/score/suggest-rules';
import { useMemo, useState } from 'react';
import {
  type Draft,
  definitionOfDraft,
  newSeed,
  newThreshold,
  type TwinInput,
  toDraft,
} from '../../../shared/protection/draft.ts';
import { inputUnit, sourceKey } from '../../../shared/units/input-unit.ts';
import type { Range } from '../../../ui/chart/range.ts';
import { type MappedInput, useInputPoints } from '../api/input-points.ts';
import { useKnownHistory } from '../api/score.ts';
import { previewedScore } from '../preview/previewed-score.ts';
import { type Preview, usePreview } from '../preview/use-preview.ts';
import type { ShownScore } from '../simulation/score-view.tsx';

/** A suggested rule with its findings. */
export interface Candidate {
  rule: SuggestedRule;
  logic: string;
  preview: Preview;
  /** Null while loading, or if there are too many excursions. */
  score: ShownScore | null;
}

export interface Suggestion {
  history: KnownHistory | undefined;
  known: KnownEvents | undefined;
  /** Three candidates, or none without points. */
  candidates: readonly Candidate[];
  /** Whether there are no candidates because of too many points. */
  isTooMany: boolean;
  error: unknown;
  setLimit(shape: RuleShape, limit: number): void;
}

const noInputs: readonly MappedInput[] = [];
const shapes: readonly RuleShape[] = ['value', 'average', 'spread'];

/** The draft of a protection with one threshold. */
export const draftOfRule = (twinId: number, name: string, logic: string, level: number | null): Draft => ({
  ...toDraft(newSeed(twinId)),
  name,
  thresholds: [{ ...newThreshold(name), logic, level }],
});

/** Suggests three rules for an input. Each is evaluated over the visible range by the engine of the preview. */
export function useSuggestion({
  twin,
  input,
  aliases,
  extent,
  range,
  timeZone,
  level,
}: {
  twin: Twin;
  input: TwinInput;
  aliases: readonly TwinInput[];
  extent: Range;
  range: Range;
  timeZone: string;
  level: number | null;
}): Suggestion {
  const mapped = useMemo<MappedInput[]>(
    () => [{ alias: input.name, type: 'data_point', tagId: input.mappedTagId!, unit: inputUnit(input) }],
    [input],
  );
  // From all points, or from the visible ones if there are too many.
  const whole = useInputPoints(mapped, extent);
  const shown = useInputPoints(whole.isTooMany ? mapped : noInputs, range);
  const read = whole.isTooMany ? shown : whole;
  const points = read.points?.get(sourceKey(mapped[0]!));
  const observed = whole.isTooMany ? range : extent;
  const found = useKnownHistory(twin.id);
  const history = found.data;
  const known = useMemo(() => history && findKnownEvents(history, []), [history]);
  const rules = useMemo(() => {
    if (points === undefined || history === undefined || known === undefined) return [];
    const { times, values, qualities } = points;
    return suggestRules(
      {
        times,
        values: qualities ? values.map((value, i) => (qualities[i] === 2 ? Number.NaN : value)) : values,
      },
      known.events,
      { ...observed, knownUntil: history.knownUntil, pfInterval: durationToMilliseconds(known.pfInterval) },
    );
  }, [points, history, known, observed]);
  const [limits, setLimits] = useState<Partial<Record<RuleShape, number>>>({});

  const candidates = shapes.map((shape) => {
    const rule = rules.find((one) => one.shape === shape);
    return rule && { ...rule, limit: limits[shape] ?? rule.limit };
  });
  const shared = { twin, aliases, timeZone, range, level };
  const evaluated = [
    useEvaluated(shared, input.name, candidates[0]),
    useEvaluated(shared, input.name, candidates[1]),
    useEvaluated(shared, input.name, candidates[2]),
  ];
  return {
    history,
    known,
    isTooMany: read.isTooMany,
    error: read.error ?? found.error,
    setLimit: (shape, limit) => setLimits((now) => ({ ...now, [shape]: limit })),
    candidates: candidates.flatMap((rule, place) => {
      if (rule === undefined || history === undefined || known === undefined) return [];
      const { preview, logic } = evaluated[place]!;
      const { result } = preview;
      const score =
        result === null
          ? null
          : previewedScore(result, known, history, {
              from: Math.max(range.from, extent.from, result.range?.from ?? range.from),
              to: Math.min(range.to, extent.to, result.range?.to ?? range.to),
            });
      return [{ rule, logic, preview, score }];
    }),
  };
}

function useEvaluated(
  {
    twin,
    aliases,
    timeZone,
    range,
    level,
  }: { twin: Twin; aliases: readonly TwinInput[]; timeZone: string; range: Range; level: number | null },
  input: string,
  rule: SuggestedRule | undefined,
): { preview: Preview; logic: string } {
  const logic = rule === undefined ? '' : ruleLogic(input, rule);
  const definition = useMemo<ProtectionDefinition>(() => {
    const draft = draftOfRule(twin.id, 'Limit', logic, level);
    return definitionOfDraft(logic === '' ? { ...draft, thresholds: [] } : draft);
  }, [twin.id, logic, level]);
  const preview = usePreview({
    twinId: twin.id,
    indicatorId: undefined,
    definition,
    saved: null,
    aliases,
    startDate: twin.startDate,
    outOfServiceAt: twin.outOfServiceAt,
    timeZone,
    range,
  });
  return { preview, logic };
}
