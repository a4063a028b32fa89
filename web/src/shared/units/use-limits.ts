import type { Unit } from '@twinward/contracts/system/unit';
import { type Limit, type Limiting, limitsFor } from '@twinward/domain/limits';
import { createConverter, inputConversion } from '@twinward/domain/units/conversion';
import { useMemo } from 'react';
import type { DisplayUnit } from './display-unit.ts';
import { useUnits } from './use-display-unit.ts';

/** Returns the limits that protections set for a tag, in its display unit. */
export type FindLimits = (protections: readonly Limiting[], tagId: number, shown: DisplayUnit) => Limit[];

const noUnits: readonly Unit[] = [];

/** @param known units to use while all units are loading */
export function useLimits(known: readonly Unit[] = noUnits): FindLimits {
  const { data: units = known } = useUnits();
  return useMemo(() => limitsIn(units), [units]);
}

/** @param units all known units; a limit in a unit that can't be converted is omitted */
export function limitsIn(units: readonly Unit[]): FindLimits {
  const byCode = new Map(units.map((unit) => [unit.code, unit]));
  return (protections, tagId, { code, text }) =>
    protections
      .flatMap((protection) => limitsFor(protection, tagId, units))
      .flatMap((limit) => {
        const conversion = inputConversion(limit.unit, code, byCode);
        if (conversion === null) return [];
        return [{ ...limit, value: createConverter(conversion)(limit.value), unitText: text }];
      });
}
