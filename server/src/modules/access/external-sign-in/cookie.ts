const plainName = 'twinward-external-sign-in';

/** With this prefix, browsers accept the cookie only over https, for exactly this host name, and for every path. */
const toCookieName = (https: boolean) => (https ? `__Host-${plainName}` : plainName);

/**
 * Returns the `Set-Cookie` header for the secret that binds a sign-in to the browser that started it.
 * @param https whether the public address uses https
 */
export function toCookie(secret: string, https: boolean): string {
  const attributes = `Path=/; Max-Age=660; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  return `${toCookieName(https)}=${secret}; ${attributes}`;
}

/** Returns the secret in a `Cookie` header; empty if the header has no cookie of this name. */
export function readSecret(header: string | undefined, https: boolean): string {
  return new RegExp(`(?:^|; ?)${toCookieName(https)}=([\\w-]+)`).exec(header ?? '')?.[1] ?? '';
}
