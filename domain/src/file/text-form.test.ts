import { describe, expect, it } from 'vitest';
import { detectTextForm, formBytes } from './text-form.ts';

const utf16 = (text: string) => [...text].flatMap((sign) => [sign.charCodeAt(0), 0]);
const latin = (text: string) => [...text].map((sign) => sign.charCodeAt(0));
const utf8 = (text: string) => [...new TextEncoder().encode(text)];

describe('the encoding of a text file', () => {
  it.each([
    ['nothing', [], 'utf-8'],
    ['ASCII', latin('time;value\n'), 'utf-8'],
    ['UTF-8', utf8('Zeit;Öldruck °C\n'), 'utf-8'],
    ['UTF-8 with a byte order mark', utf8('\uFEFFtime;value\n'), 'utf-8'],
    ['UTF-8 cut within a character', utf8(`${'a'.repeat(formBytes - 1)}é`), 'utf-8'],
    ['UTF-16, little end first', [0xff, 0xfe, ...utf16('time\tvalue\n')], 'utf-16le'],
    ['UTF-16, big end first', [0xfe, 0xff, 0, ...utf16('time\tvalue\n').slice(0, -1)], 'utf-16be'],
    ['Windows-1252', latin('Zeit;\xD6ldruck \xB0C\n'), 'windows-1252'],
    ['Windows-1252 with characters that only it has', [...latin('Price in '), 0x80, 0x0a], 'windows-1252'],
    ['a zero byte', [0x74, 0, 0x69], null],
    ['UTF-16 without a byte order mark', utf16('time'), null],
    ['an umlaut after the examined bytes', latin(`${'a'.repeat(formBytes)}\xD6`), 'utf-8'],
  ])('is detected for %s', (_, bytes, encoding) => {
    expect(detectTextForm(Uint8Array.from(bytes))?.encoding ?? null).toBe(encoding);
  });
});

describe('the line end of a text file', () => {
  it.each([
    ['a\nb', '\n'],
    ['a\r\nb\r\n', '\n'],
    ['a\rb\r', '\r'],
    ['a', '\n'],
    // Cut between both signs.
    ['a\r', '\n'],
    ['"a\rb"\nc', '\n'],
  ])('is detected in %j', (text, lineEnd) => {
    expect(detectTextForm(Uint8Array.from(utf8(text)))!.lineEnd).toBe(lineEnd);
    expect(detectTextForm(Uint8Array.from([0xff, 0xfe, ...utf16(text)]))!.lineEnd).toBe(lineEnd);
  });
});
