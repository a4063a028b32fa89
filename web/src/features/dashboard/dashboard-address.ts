import type { DashboardContent } from '@twinward/contracts/questions/dashboard';
import { type DashboardVariable, dashboardVariables } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import { timeRange } from '@twinward/contracts/questions/query-definition';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** Reads the filter values of a dashboard from the URL. Unknown parameters are ignored. */
export function readValues(search: URLSearchParams, content: Pick<DashboardContent, 'range'>): CardValues {
  const chosen = dashboardVariables.flatMap((name) => {
    const value = Number(search.get(name));
    return Number.isSafeInteger(value) && value > 0 && value < 2 ** 31 ? [[name, value]] : [];
  });
  const range = timeRange.safeParse({ from: search.get('from'), to: search.get('to') });
  return { ...Object.fromEntries(chosen), range: range.data ?? content.range };
}

export interface DashboardValues {
  values: CardValues;
  /** @param value null to clear it */
  setVariable(name: DashboardVariable, value: number | null): void;
  /** The URL of the dashboard with a variable set to a value, or cleared if it already has that value. */
  addressWith(name: DashboardVariable, value: number): string;
  setRange(range: CardValues['range']): void;
}

/** The variables and the range of a dashboard, kept in the URL for links. */
export function useDashboardValues(content: Pick<DashboardContent, 'range'>): DashboardValues {
  const [search, setSearch] = useSearchParams();
  const key = search.toString();
  const { from, to } = content.range;
  const values = useMemo(
    () => readValues(new URLSearchParams(key), { range: { from, to } }),
    [key, from, to],
  );
  const set = useCallback(
    (changes: Record<string, string | null>) =>
      setSearch((now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      }),
    [setSearch],
  );
  return useMemo(
    () => ({
      values,
      setVariable: (name, value) => set({ [name]: value === null ? null : String(value) }),
      addressWith: (name, value) => {
        const next = new URLSearchParams(key);
        if (values[name] === value) next.delete(name);
        else next.set(name, String(value));
        return `?${next}`;
      },
      setRange: (range) => set({ ...range }),
    }),
    [values, key, set],
  );
}
