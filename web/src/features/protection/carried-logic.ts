import type { SimulatedLogic } from '@twinward/contracts/protections/simulation';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { randomKey } from '../../shared/form/random-key.ts';
import type { Draft } from '../../shared/protection/draft.ts';

/** Unsaved logic that is passed to another page with the navigation. */
export interface CarriedLogic {
  logic: SimulatedLogic;
}

/** The logic passed to this page. Lost on reload. */
export function useCarriedLogic(): SimulatedLogic | null {
  const { pathname, search, state } = useLocation() as ReturnType<typeof useLocation> & {
    state: Partial<CarriedLogic> | null;
  };
  const navigate = useNavigate();
  const [carried] = useState(state?.logic ?? null);
  const isHere = state?.logic !== undefined;
  useEffect(() => {
    if (isHere) void navigate(`${pathname}${search}`, { replace: true, state: null });
  }, [isHere, navigate, pathname, search]);
  return carried;
}

/** A draft with another logic. Thresholds that the protection no longer has become new ones. */
export function withLogic(draft: Draft, { thresholds, defaultLevel }: SimulatedLogic): Draft {
  const known = new Set(draft.thresholds.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return {
    ...draft,
    defaultLevel,
    thresholds: thresholds.map(({ id, ...threshold }) =>
      id !== undefined && known.has(id)
        ? { ...threshold, id, key: `t${id}` }
        : { ...threshold, key: randomKey() },
    ),
  };
}

/** The logic of a draft; null while its default level is not a number. */
export const toLogic = ({ thresholds, defaultLevel }: Draft): SimulatedLogic | null =>
  defaultLevel === null || Number.isNaN(defaultLevel)
    ? null
    : { defaultLevel, thresholds: thresholds.map(({ key: _, ...threshold }) => threshold) };

/** Whether two drafts have equal logic. */
export const hasSameLogic = (one: Draft, other: Draft): boolean =>
  JSON.stringify(toLogic(one)) === JSON.stringify(toLogic(other));
