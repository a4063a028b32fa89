import type {
  DisplayUnits,
  getDisplayUnits,
  getTenantDisplayUnits,
  getUnitCategories,
  getUnits,
  setDisplayUnits,
  setTenantDisplayUnits,
  Unit,
} from '@twinward/contracts/system/unit';
import { createContext, useContext, useMemo } from 'react';
import { useApiQuery } from '../api/api-query.ts';
import { call } from '../api/http.ts';
import { useOptimisticSave } from '../api/mutation-effects.ts';
import type { Key } from '../api/query-key.ts';
import { chooseDisplayUnit, type DisplayUnit, noChoice, type UnitChoice } from './display-unit.ts';

const choiceKey: Key = ['display-units', {}];
const tenantKey: Key = ['display-units', { of: 'tenant' }];
const noUnits: readonly Unit[] = [];
const nothingChosen: DisplayUnits = { units: {} };

/** Whether values are shown in their measured units and no units are loaded, since no user is signed in. */
export const AsMeasured = createContext(false);

/** All units, by category. */
export const useUnits = () =>
  useApiQuery<typeof getUnits>(
    ['units', {}],
    'GET /api/uom/units',
    {},
    { staleTime: Number.POSITIVE_INFINITY, enabled: !useContext(AsMeasured) },
  );

/** All units by code. Empty while loading. */
export function useUnitsByCode(): ReadonlyMap<string, Unit> {
  const { data: units = noUnits } = useUnits();
  return useMemo(() => new Map(units.map((unit) => [unit.code, unit])), [units]);
}

/** The categories of units, ordered by name. */
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
    { staleTime: Number.POSITIVE_INFINITY, enabled: !useContext(AsMeasured) },
  );

/** The tenant's default display units. */
const useChosenByTenant = () =>
  useApiQuery<typeof getTenantDisplayUnits>(
    tenantKey,
    'GET /api/settings/system/units',
    {},
    { staleTime: Number.POSITIVE_INFINITY, enabled: !useContext(AsMeasured) },
  );

/**
 * Returns the display unit of any measured unit, for tables and charts of several units. Until the units are loaded,
 * values stay in their measured unit.
 */
export function useDisplayUnits(): (code: string | null) => DisplayUnit {
  const { data: units = noUnits } = useUnits();
  const { data: choice = nothingChosen } = useChosen();
  const { data: tenant = nothingChosen } = useChosenByTenant();
  return useMemo(() => {
    const known =
      units.length === 0 ? noChoice : toUnitChoice(units, { units: { ...tenant.units, ...choice.units } });
    const shown = new Map<string | null, DisplayUnit>();
    return (code) => {
      const found = shown.get(code) ?? chooseDisplayUnit(code, known);
      shown.set(code, found);
      return found;
    };
  }, [units, choice, tenant]);
}

/** The display unit of one measured unit, given by its UCUM code. */
export function useDisplayUnit(code: string | null): DisplayUnit {
  return useDisplayUnits()(code);
}

/** The chosen units by category, and an optimistic update of them. */
export interface EditedChoice {
  units: DisplayUnits['units'];
  /** @param unitId null to display values as measured; undefined for no choice */
  choose: (categoryId: number, unitId: number | null | undefined) => void;
  error: Error | null;
}

/** The display units chosen by the user. */
export function useUnitChoice(): EditedChoice {
  const { data = nothingChosen } = useChosen();
  return useEditedChoice(choiceKey, data, (body) =>
    call<typeof setDisplayUnits>('POST /api/settings/user/units', { body }),
  );
}

/** The tenant's default display units, with an update. */
export function useTenantUnitChoice(): EditedChoice {
  const { data = nothingChosen } = useChosenByTenant();
  return useEditedChoice(tenantKey, data, (body) =>
    call<typeof setTenantDisplayUnits>('POST /api/settings/system/units', { body }),
  );
}

function useEditedChoice(
  key: Key,
  { units }: DisplayUnits,
  send: (body: DisplayUnits) => Promise<DisplayUnits>,
): EditedChoice {
  const save = useOptimisticSave(key, send, nothingChosen);
  return {
    units,
    choose: (categoryId, unitId) => {
      const { [String(categoryId)]: _, ...others } = units;
      save.mutate({ units: unitId === undefined ? others : { ...others, [categoryId]: unitId } });
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
        const unit = unitId === null ? undefined : byId.get(unitId);
        return unit ? [[Number(categoryId), unit] as const] : [];
      }),
    ),
  };
}
