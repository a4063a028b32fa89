import type { Reader } from './reader.ts';
import type { Expectations, ExpectedError, Stretch } from './scenario.ts';

/** Reads the expectations of a document; times from offsets. */
export function readExpectations(expect: Reader, start: number): Expectations {
  expect.allow('calculated', 'excursions', 'level', 'driving', 'actions', 'stale', 'errors');
  const stretches = (value: Reader) =>
    value.list((entry): Stretch => {
      const [from, to] = entry.tuple(2, 2);
      return [from!.time(start), to!.optional((end) => end.time(start)) ?? null];
    });
  const changes = <Value>(value: Reader, read: (value: Reader) => Value) =>
    value.list((entry) => {
      const [time, change] = entry.tuple(2, 2);
      return [time!.time(start), read(change!)] as const;
    });
  return {
    calculated: expect
      .at('calculated')
      .optional((all) => new Map(all.entries((value, name) => [name, changes(value, (v) => v.number())]))),
    excursions: expect
      .at('excursions')
      .optional((all) => new Map(all.entries((value, name) => [name, stretches(value)]))),
    level: expect.at('level').optional((value) => changes(value, (v) => v.number())),
    driving: expect
      .at('driving')
      .optional((value) => changes(value, (v) => v.optional((name) => name.text()) ?? null)),
    actions: expect.at('actions').optional((value) =>
      value.list((entry) => {
        const [time, name, direction] = entry.tuple(3, 3);
        return [time!.time(start), name!.text(), direction!.choice('enter', 'exit')] as const;
      }),
    ),
    stale: expect
      .at('stale')
      .optional((all) => new Map(all.entries((value, name) => [name, stretches(value)]))),
    errors: expect.at('errors').optional((value) => value.list(readError)),
  };
}

function readError(error: Reader): ExpectedError {
  if (error.isText()) return error.text();
  error.allow('code', 'line', 'column');
  const line = error.at('line').optional((v) => v.number());
  const column = error.at('column').optional((v) => v.number());
  return {
    code: error.at('code').text(),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
