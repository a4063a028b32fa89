import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitArray } from './json-records.ts';

async function split(text: string, pieceSize = 1024, maximum = 1_000_000): Promise<unknown[]> {
  async function* pieces() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
  }
  const elements: unknown[] = [];
  for await (const element of splitArray(pieces(), maximum)) elements.push(JSON.parse(element.toString()));
  return elements;
}

describe('splitArray', () => {
  it('yields each element of any array, for any chunks and white space', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0, 2),
        async (values, pieceSize, indent) => {
          const text = JSON.stringify(values, null, indent);
          expect(await split(text, pieceSize)).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it('rejects an element that is too large before reading all of it', async () => {
    await expect(split(`["${'x'.repeat(2000)}"]`, 100, 1000)).rejects.toThrow(
      'A record is larger than 1000 bytes.',
    );
  });
});
