import type { CheckOptions, ParameterContext } from '@twinward/domain/language';
import { useMemo, useState } from 'react';
import { inputUnit } from '../units/input-unit.ts';
import { useUnits } from '../units/use-display-unit.ts';
import type { Draft, LogicInput } from './draft.ts';

/** The names available to a threshold's logic: inputs and parameters, patterns, and the thresholds above it. */
export function useThresholdContext(
  draft: Draft,
  index: number,
  aliases: readonly LogicInput[],
  parameters: readonly ParameterContext[],
  patternNames: readonly string[],
): CheckOptions {
  const { data: units } = useUnits();
  const { logic } = draft.thresholds[index]!;
  const [initial] = useState(logic);
  // Mixed units are an error only in changed logic.
  const mixedUnits = logic === initial ? 'warning' : 'error';
  const names = JSON.stringify(draft.thresholds.map(({ name, alias }) => [name, alias]));
  const counters = JSON.stringify(
    draft.aliases.flatMap(({ tagAliasId, intervalType, counterInterval, counterStart }) =>
      intervalType === 'counter' && counterInterval !== null && counterStart !== null ? [tagAliasId] : [],
    ),
  );
  const deadband = draft.thresholds[index]!.deadband > 0;
  const patterns = JSON.stringify(patternNames);
  return useMemo(() => {
    const withCounter = new Set(JSON.parse(counters) as number[]);
    return {
      dialect: 'indicator',
      result: 'boolean',
      aliases: aliases.map((alias) => ({
        name: alias.name,
        type: alias.type,
        counter: withCounter.has(alias.id),
        description: [alias.description, alias.mappedTagName].filter(Boolean).join(' · '),
        unit: inputUnit(alias),
      })),
      parameters,
      units,
      mixedUnits,
      thresholds: (JSON.parse(names) as [string, string | null][]).map(([name, alias]) => ({ name, alias })),
      patterns: JSON.parse(patterns) as string[],
      position: index,
      deadband,
    };
  }, [aliases, patterns, names, counters, index, deadband, parameters, units, mixedUnits]);
}
