/** Returns a unique key of 32 hexadecimal digits. Browsers offer `randomUUID` only with HTTPS. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
