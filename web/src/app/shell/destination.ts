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
 * The page that a signed-out user requested, from the state of the sign-in page; the home page by default. Only paths
 * are accepted: browsers interpret `//host` and `/\host` as URLs of another host.
 */
export function rememberedDestination(state: unknown): Destination | '/home' {
  const remembered =
    typeof state === 'object' && state !== null ? (state as { destination?: unknown }).destination : null;
  if (typeof remembered !== 'object' || remembered === null) return '/home';
  const pathname = textIn(remembered, 'pathname');
  if (!/^\/[^/\\]/.test(pathname) || pathname === '/signin') return '/home';
  return { pathname, search: textIn(remembered, 'search'), hash: textIn(remembered, 'hash') };
}
