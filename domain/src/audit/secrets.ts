/** Replaces a secret. */
const hidden = '•••';

/** Names of fields that hold a secret. Captions that users gave to fields have spaces or begin with a capital. */
const secretName = /^(?=[a-z])\w*(?:password|secret|token|credential|apiKey|hash)s?$/i;
const isSecret = (name: string): boolean => /^[a-z]/.test(name) && secretName.test(name);

/** `https://user:secret@host`. */
const passwordInAddress = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s@/]*@/gi;
/** `?token=secret`. */
const secretInAddress =
  /([?&](?:api[-_]?key|key|(?:access[-_]?)?token|(?:client[-_]?)?secret|sig|signature|password|pwd|auth)=)[^&\s#]+/gi;

/** Removes secrets from the addresses in a text. */
const withoutAddressSecrets = (text: string): string =>
  text.includes('://')
    ? text.replace(passwordInAddress, `$1:${hidden}@`).replace(secretInAddress, `$1${hidden}`)
    : text;

/** Replaces secrets in a value of the audit trail by dots. A safety net: code that writes lines must omit secrets. */
export function withoutSecrets<T>(value: T): T {
  return clean(value) as T;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return withoutAddressSecrets(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      isSecret(name) && typeof each === 'string' && each !== '' ? hidden : clean(each),
    ]),
  );
}
