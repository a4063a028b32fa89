import type { SimulatedLogic } from '@twinward/contracts/protections/simulation';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Draft } from './editor/draft.ts';

/** What a link brings along to another page: a logic that is not saved. */
export interface CarriedLogic {
  logic: SimulatedLogic;
}

/** The logic that the page was opened with; loading it anew, it is gone. */
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

/** A draft with another logic. Thresholds that the protection has no more become new ones. */
export function withLogic(draft: Draft, { thresholds, defaultLevel }: SimulatedLogic): Draft {
  const known = new Set(draft.thresholds.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return {
    ...draft,
    defaultLevel,
    thresholds: thresholds.map(({ id, ...threshold }) =>
      id !== undefined && known.has(id)
        ? { ...threshold, id, key: `t${id}` }
        : { ...threshold, key: crypto.randomUUID() },
    ),
  };
}

/** The logic of a draft; null while its default level is no number. */
export const logicOf = ({ thresholds, defaultLevel }: Draft): SimulatedLogic | null =>
  defaultLevel === null || Number.isNaN(defaultLevel)
    ? null
    : { defaultLevel, thresholds: thresholds.map(({ key: _, ...threshold }) => threshold) };

/** Whether two drafts have the same logic. */
export const hasSameLogic = (one: Draft, other: Draft): boolean =>
  JSON.stringify(logicOf(one)) === JSON.stringify(logicOf(other));
