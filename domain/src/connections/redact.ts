/** Shorter secrets are not replaced: they occur in any message. */
const shortest = 3;

/**
 * Creates a function that replaces secrets in messages by dots: in plain text, and encoded in addresses, JSON and
 * base64.
 */
export function createRedaction(secrets: readonly unknown[]): (message: string) => string {
  const texts = secrets.filter((secret): secret is string => typeof secret === 'string');
  const written = new Set(texts.flatMap(spellings).filter((text) => text.length >= shortest));
  // The longest first: one secret may be a part of another.
  const ordered = [...written].sort((one, other) => other.length - one.length);
  return (message) => ordered.reduce((text, secret) => text.replaceAll(secret, '•••'), message);
}

function spellings(secret: string): string[] {
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(secret)));
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  ];
}
