import { useState } from 'react';

/**
 * Keeps the order of a live list while the user interacts with it: changed rows are updated in place; new, removed and
 * moved rows wait until the interaction ends, or until requested.
 *
 * @param request identifies the query; rows of another query are shown at once
 */
export function useSteadyRows<Row extends { id: number }>(
  records: readonly Row[],
  request: unknown,
  isHeld: boolean,
): { rows: readonly Row[]; isOutOfOrder: boolean; settle: () => void } {
  const [shown, setShown] = useState({ request, records });
  const isSteady = isHeld && shown.request === request;
  if (!isSteady && (shown.records !== records || shown.request !== request)) setShown({ request, records });
  if (!isSteady || shown.records === records) {
    return { rows: records, isOutOfOrder: false, settle: () => undefined };
  }
  const now = new Map(records.map((row) => [row.id, row]));
  return {
    rows: shown.records.map((row) => now.get(row.id) ?? row),
    isOutOfOrder:
      records.length !== shown.records.length || records.some(({ id }, i) => shown.records[i]?.id !== id),
    settle: () => setShown({ request, records }),
  };
}
