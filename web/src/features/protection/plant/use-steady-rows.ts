import { useState } from 'react';

/**
 * Rows of a live list in an order that holds still while somebody is at them: what changed shows in place, and
 * who comes, goes or moves waits until nobody is, or until asked.
 *
 * @param request what the rows are the answer to: another one is shown at once
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
