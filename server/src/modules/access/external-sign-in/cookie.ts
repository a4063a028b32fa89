const plainName = 'twinward-external-sign-in';

/** With this prefix a browser takes a cookie only over https, for this host name alone, and for every path. */
const nameOf = (https: boolean) => (https ? `__Host-${plainName}` : plainName);

/**
 * `Set-Cookie` of the secret that binds a sign-in to the browser that started it.
 * @param https whether the public address is https.
 */
export function cookieOf(secret: string, https: boolean): string {
  const attributes = `Path=/; Max-Age=660; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  return `${nameOf(https)}=${secret}; ${attributes}`;
}

/** The secret in a `Cookie` header; empty if the header has no cookie of this name. */
export function secretOf(header: string | undefined, https: boolean): string {
  return new RegExp(`(?:^|; ?)${nameOf(https)}=([\\w-]+)`).exec(header ?? '')?.[1] ?? '';
}
