/** Whether a text is a key of 256 bits, as hexadecimal digits. */
export const isKey = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);
