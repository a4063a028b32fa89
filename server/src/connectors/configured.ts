/** Returns a text value of a configuration. Null if empty. */

export const readText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** As it was entered: a secret may begin with a space. */
export const readSecret = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

export const readTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(readText).filter((text) => text !== null) : [];

export const decodeFile = (value: unknown): Buffer | null => {
  const text = readText(value);
  return text === null ? null : Buffer.from(text, 'base64');
};

/** The value as an address of HTTP or HTTPS; null where it is not one. */
export function parseAddress(value: unknown): URL | null {
  const text = readText(value);
  const url = text !== null && URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** Value of the header Authorization. */
export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
