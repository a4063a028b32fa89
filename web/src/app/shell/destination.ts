interface Destination {
  pathname: string;
  search: string;
  hash: string;
}

const textIn = (value: object, name: keyof Destination): string => {
  const text = (value as Record<string, unknown>)[name];
  return typeof text === 'string' ? text : '';
};

/**
 * Where a signed-out user was going, as the sign-in page remembers it; the home page unless remembered. Only a path
 * of the product: browsers take `//host` and `/\host` for the address of another.
 */
export function rememberedDestination(state: unknown): Destination | '/home' {
  const remembered =
    typeof state === 'object' && state !== null ? (state as { destination?: unknown }).destination : null;
  if (typeof remembered !== 'object' || remembered === null) return '/home';
  const pathname = textIn(remembered, 'pathname');
  if (!/^\/[^/\\]/.test(pathname) || pathname === '/signin') return '/home';
  return { pathname, search: textIn(remembered, 'search'), hash: textIn(remembered, 'hash') };
}
