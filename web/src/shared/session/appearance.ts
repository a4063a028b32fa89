import { useColorScheme } from '@mui/material/styles';
import type {
  Appearance,
  defaultAppearance,
  getAppearance,
  setAppearance,
} from '@twinward/contracts/system/setting';
import { useEffect } from 'react';
import { useApiQuery } from '../api/api-query.ts';
import { call } from '../api/http.ts';
import { useOptimisticSave } from '../api/mutation-effects.ts';
import type { Key } from '../api/query-key.ts';

const initial: typeof defaultAppearance = { theme: 'system', density: 'compact' };
const key: Key = ['appearance', {}];

const useSaved = () =>
  useApiQuery<typeof getAppearance>(
    key,
    'GET /api/settings/user/appearance',
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  );

/** Applies the user's appearance settings, which are the same on every computer. */
export function useFollowAppearance(): void {
  const { data } = useSaved();
  const { setMode } = useColorScheme();
  useEffect(() => {
    if (data === undefined) return;
    setMode(data.theme);
    document.documentElement.dataset.density = data.density;
  }, [data, setMode]);
}

/** The user's appearance settings and an optimistic update of them. */
export function useAppearance(): {
  appearance: Appearance;
  change: (part: Partial<Appearance>) => void;
  error: Error | null;
} {
  const { data = initial } = useSaved();
  const save = useOptimisticSave(
    key,
    (body: Appearance) => call<typeof setAppearance>('POST /api/settings/user/appearance', { body }),
    initial,
  );
  return { appearance: data, change: (part) => save.mutate({ ...data, ...part }), error: save.error };
}
