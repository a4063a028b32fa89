import { useContext } from 'react';
import { ValuesContext } from '../values-context.ts';

/** Returns the link of a twin on a card: its page, or the dashboard filtered by it. */
export function useTwinLink(
  { setsTwin = false }: { setsTwin?: boolean | undefined },
  path: (twinId: number) => string,
): (twinId: number) => string {
  const dashboard = useContext(ValuesContext);
  return setsTwin && dashboard !== null ? (twinId) => dashboard.addressWith('twin', twinId) : path;
}
