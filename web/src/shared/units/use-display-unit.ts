import type {
  DisplayUnits,
  getDisplayUnits,
  getUnitCategories,
  getUnits,
  setDisplayUnits,
  Unit,
} from '@twinward/contracts/system/unit';
import { useMemo } from 'react';
import { useApiQuery } from '../api/api-query.ts';
import { call } from '../api/http.ts';
import { useOptimisticSave } from '../api/mutation-effects.ts';
import type { Key } from '../api/query-key.ts';
import { chooseDisplayUnit, type DisplayUnit, noChoice, type UnitChoice } from './display-unit.ts';

const choiceKey: Key = ['display-units', {}];
const noUnits: readonly Unit[] = [];
const nothingChosen: DisplayUnits = { units: {} };

/** All units, by category. */
export const useUnits = () =>
  useApiQuery<typeof getUnits>(
    ['units', {}],
    'GET /api/uom/units',
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  );

/** All units by code; none until they are loaded. */
export function useUnitsByCode(): ReadonlyMap<string, Unit> {
  const { data: units = noUnits } = useUnits();
  return useMemo(() => new Map(units.map((unit) => [unit.code, unit])), [units]);
}

/** The categories of units, by name. */
export const useUnitCategories = () =>
  useApiQuery<typeof getUnitCategories>(
    ['unit-categories', {}],
    'GET /api/uom/categories',
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  );

const useChosen = () =>
  useApiQuery<typeof getDisplayUnits>(
    choiceKey,
    'GET /api/settings/user/units',
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  );

/**
 * Returns the display unit of any measured unit, for tables and charts of several units. Until the units are loaded,
 * values stay in their measured unit.
 */
export function useDisplayUnits(): (code: string | null) => DisplayUnit {
  const { data: units = noUnits } = useUnits();
  const { data: choice = nothingChosen } = useChosen();
  return useMemo(() => {
    const known = units.length === 0 ? noChoice : toUnitChoice(units, choice);
    const shown = new Map<string | null, DisplayUnit>();
    return (code) => {
      const found = shown.get(code) ?? chooseDisplayUnit(code, known);
      shown.set(code, found);
      return found;
    };
  }, [units, choice]);
}

/** The display unit of one measured unit, given by its UCUM code. */
export function useDisplayUnit(code: string | null): DisplayUnit {
  return useDisplayUnits()(code);
}

/** The chosen units by category, and an optimistic update of them. */
export function useUnitChoice(): {
  units: DisplayUnits['units'];
  /** @param unitId null to display values as measured */
  choose: (categoryId: number, unitId: number | null) => void;
  error: Error | null;
} {
  const { data = nothingChosen } = useChosen();
  const save = useOptimisticSave(
    choiceKey,
    (body: DisplayUnits) => call<typeof setDisplayUnits>('POST /api/settings/user/units', { body }),
    nothingChosen,
  );
  return {
    units: data.units,
    choose: (categoryId, unitId) => {
      const { [String(categoryId)]: _, ...others } = data.units;
      save.mutate({ units: unitId === null ? others : { ...others, [categoryId]: unitId } });
    },
    error: save.error,
  };
}

function toUnitChoice(units: readonly Unit[], { units: chosen }: DisplayUnits): UnitChoice {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  return {
    byCode: new Map(units.map((unit) => [unit.code, unit])),
    chosen: new Map(
      Object.entries(chosen).flatMap(([categoryId, unitId]) => {
        const unit = byId.get(unitId);
        return unit ? [[Number(categoryId), unit] as const] : [];
      }),
    ),
  };
}
