import { useContext } from 'react';
import { ValuesContext } from '../values-context.ts';

/** Where a twin of a card leads: to its page, or to the dashboard narrowed to it. */
export function useTwinLink(
  { setsTwin = false }: { setsTwin?: boolean | undefined },
  path: (twinId: number) => string,
): (twinId: number) => string {
  const dashboard = useContext(ValuesContext);
  return setsTwin && dashboard !== null ? (twinId) => dashboard.addressWith('twin', twinId) : path;
}
