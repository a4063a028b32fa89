import { expect, it } from 'vitest';
import { RecordFile, withFiles } from './record-file.ts';

it('a record file stores texts that can be read in any order', async () => {
  const texts = await withFiles(async (create) => {
    const file = new RecordFile(await create('records'));
    const large = 'é'.repeat(700_000);
    const places = [await file.add('one'), await file.add(large), await file.add('')];
    const early = await file.read(places[0]!);
    places.push(await file.add('two ☃'), await file.add(large));
    const [one, first, empty, two, second] = places;
    const all = await file.readAll([second!, two!, empty!, first!, one!, one!]);
    return { early, all: all.map((text) => (text === large ? 'large' : text)) };
  });
  expect(texts).toEqual({ early: 'one', all: ['large', 'two ☃', '', 'large', 'one', 'one'] });
});

it('a record file reads adjacent texts at once', async () => {
  const calls: { length: number; offset: number }[] = [];
  const counted = {
    write: async () => ({}),
    read: async (_: Buffer, __: number, length: number, offset: number) => calls.push({ length, offset }),
  };
  const file = new RecordFile(counted as never);
  const places = [];
  for (const text of ['a', 'bb', 'ccc', 'dddd']) places.push(await file.add(text));
  await file.readAll([places[0]!, places[1]!, places[3]!]);
  expect(calls).toEqual([
    { length: 3, offset: 0 },
    { length: 4, offset: 6 },
  ]);
});
