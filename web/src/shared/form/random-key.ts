/** A key that no other has: 32 hexadecimal digits. Browsers have `randomUUID` on encrypted pages only. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
