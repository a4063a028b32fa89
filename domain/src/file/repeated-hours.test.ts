import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../patterns/random.ts';
import { offsetAt } from '../time-zone.ts';
import { RepeatedHours } from './repeated-hours.ts';
import { createTimeReader } from './times.ts';

const minute = 60_000;
const day = 86_400_000;

/** Twelve zones, each with a time at which its clocks were set back, by an hour or half an hour. */
const zones = {
  'Europe/Oslo': '2023-10-29T01:00:00Z',
  'Europe/London': '2023-10-29T01:00:00Z',
  'America/New_York': '2023-11-05T06:00:00Z',
  'America/St_Johns': '2023-11-05T04:30:00Z',
  'America/Sao_Paulo': '2019-02-17T02:00:00Z',
  'America/Santiago': '2023-04-02T03:00:00Z',
  'America/Havana': '2023-11-05T05:00:00Z',
  'Australia/Sydney': '2023-04-01T16:00:00Z',
  'Australia/Lord_Howe': '2023-04-01T15:00:00Z',
  'Pacific/Auckland': '2023-04-01T14:00:00Z',
  'Asia/Jerusalem': '2023-10-28T23:00:00Z',
  'Africa/Casablanca': '2023-03-19T02:00:00Z',
} as const;
type Zone = keyof typeof zones;

function createReader(timeZone: string) {
  const reader = createTimeReader({ timeZone, dateOrder: 'ymd', epochDay: null });
  return (locals: readonly number[], direction: number) => {
    const hours = new RepeatedHours(direction);
    const toText = (local: number) => new Date(local).toISOString().slice(0, -1);
    const instants = locals.map((local) => reader.read(toText(local), hours, null));
    return { instants, hours: hours.drainHours() };
  };
}

/** Local times, regardless of the order of rows. */
const toLocalTime = (instant: number, zone: Zone) => instant + offsetAt(instant, zone);

/** Like `toLocalTime`, with a cache: calculating an offset is slow. Offsets change on few days, at whole or half hours. */
function createLocal(zone: Zone): (instant: number) => number {
  const known = new Map<number, number>();
  const getOffset = (at: number): number => {
    const offset = known.get(at) ?? offsetAt(at, zone);
    known.set(at, offset);
    return offset;
  };
  return (instant) => {
    const start = Math.floor(instant / day) * day;
    const offset = getOffset(start);
    if (offset === getOffset(start + day)) return instant + offset;
    return instant + getOffset(Math.floor(instant / (30 * minute)) * 30 * minute);
  };
}

/** The length of the repeated time. */
const repeatedLength = (zone: Zone) => {
  const change = Date.parse(zones[zone]);
  return offsetAt(change - 1, zone) - offsetAt(change, zone);
};

describe.each(Object.keys(zones) as Zone[])('rows in the local time of %s', (zone) => {
  const change = Date.parse(zones[zone]);
  const length = repeatedLength(zone);

  it('include a repeated time', () => expect(length).toBeGreaterThan(0));

  it('are converted to the correct instants at any step, with gaps and duplicates, in both directions', () => {
    const read = createReader(zone);
    const steps = fc.integer({ min: 1, max: 60 });
    const property = fc.property(
      steps,
      fc.integer({ min: 0, max: 59 }),
      fc.boolean(),
      fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      (step, phase, falls, chance) => {
        const random = () => chance.next().value;
        const instants: number[] = [];
        const reach = length + 40 * step * minute;
        const begin = change - reach + (phase % step) * minute;
        for (let at = begin; at < change + reach; at += step * minute) instants.push(at);
        if (falls) instants.reverse();
        const isFirstRun = (at: number) =>
          falls ? at >= change && at < change + length : at < change && at >= change - length;
        const isRepeated = (at: number) => at >= change - length && at < change + length;
        const rows: number[] = [];
        for (const at of instants) {
          // The repeated time is complete, and the first rows show the step, so that the rows are
          // unambiguous.
          if (!isRepeated(at) && rows.length > 30 && random() < 0.3) continue;
          rows.push(at);
          // Within the first run, a duplicate row starts the second run.
          if (!isFirstRun(at) && random() < 0.2) rows.push(at);
        }
        const { instants: found, hours } = read(
          rows.map((at) => toLocalTime(at, zone)),
          falls ? -1 : 1,
        );
        expect(found).toEqual(rows);
        const from = toLocalTime(change, zone);
        if (rows.some(isRepeated)) expect(hours).toMatchObject([{ from, until: from + length, tags: 1 }]);
        if (step * minute <= length) expect(hours[0]!.undecided).toBe(0);
      },
    );
    fc.assert(property, { numRuns: 40 });
  });

  it('are assigned to both runs of the repeated time if the first run has a gap', () => {
    const read = createReader(zone);
    const step = length / 4;
    const first = [change - length, change - length + 2 * step];
    const second = Array.from({ length: 4 }, (_, i) => change + i * step);
    const rows = [change - length - step, ...first, ...second, change + length];
    expect(
      read(
        rows.map((at) => toLocalTime(at, zone)),
        1,
      ).instants,
    ).toEqual(rows);
  });

  it('are assigned to the first run, and reported, if the repeated time occurs only once', () => {
    const read = createReader(zone);
    const rows = [change - 2 * length, change + length / 2, change + length, change + 2 * length];
    const up = read(
      rows.map((at) => toLocalTime(at, zone)),
      1,
    );
    expect(up.instants).toEqual([rows[0], change - length / 2, ...rows.slice(2)]);
    expect(up.hours).toMatchObject([{ tags: 1, undecided: 1 }]);
    const down = read(
      rows.toReversed().map((at) => toLocalTime(at, zone)),
      -1,
    );
    expect(down.instants).toEqual(rows.toReversed());
    expect(down.hours).toMatchObject([{ tags: 1, undecided: 1 }]);
  });

  it('are assigned to both runs if the file starts within the repeated time', () => {
    const read = createReader(zone);
    const step = length / 4;
    const rows = Array.from({ length: 7 }, (_, i) => change - length + (i + 1) * step);
    expect(
      read(
        rows.map((at) => toLocalTime(at, zone)),
        1,
      ).instants,
    ).toEqual(rows);
    expect(
      read(
        rows.toReversed().map((at) => toLocalTime(at, zone)),
        -1,
      ).instants,
    ).toEqual(rows.toReversed());
  });
});

interface YearOfRows {
  /** In minutes. */
  step: number;
  gaps: number;
  duplicates: number;
  seed: number;
}

const anyYear = fc.record<YearOfRows>({
  // A year of the shortest step, which a bias prefers, has 525,600 rows.
  step: fc.noBias(fc.integer({ min: 1, max: 60 })),
  gaps: fc.double({ min: 0, max: 0.5, noNaN: true }),
  duplicates: fc.double({ min: 0, max: 0.5, noNaN: true }),
  seed: fc.integer(),
});

it.each(Object.keys(zones) as Zone[])(
  'a year of local time in %s at 1 to 60 minutes keeps its instants, with gaps and duplicates, in both directions',
  (zone) => {
    const change = Date.parse(zones[zone]);
    const length = repeatedLength(zone);
    const year = Date.UTC(Number(zones[zone].slice(0, 4)), 0, 1);
    const start = year - offsetAt(year, zone);
    const [read, toLocal] = [createReader(zone), createLocal(zone)];
    const property = fc.property(anyYear, ({ step, gaps, duplicates, seed }) => {
      const random = createRandom(seed);
      const happens = (share: number) => random.integer(1000) < share * 1000;
      const rows: number[] = [];
      for (let at = start; at < start + 365 * day; at += step * minute) {
        // The rows of the repeated time are complete and without duplicates, so that they are unambiguous.
        const isRepeated = Math.abs(at - change) <= length;
        if (!isRepeated && happens(gaps)) continue;
        rows.push(at);
        if (!isRepeated && happens(duplicates)) rows.push(at);
      }
      for (const [ordered, direction] of [
        [rows, 1],
        [rows.toReversed(), -1],
      ] as const) {
        const { instants, hours } = read(ordered.map(toLocal), direction);
        // One by one: comparing arrays as a whole takes longer.
        const wrong = instants.findIndex((instant, row) => instant !== ordered[row]);
        expect([instants.length, wrong]).toEqual([ordered.length, -1]);
        expect(hours).toMatchObject([{ tags: 1 }]);
        if (step * minute <= length) expect(hours[0]!.undecided).toBe(0);
      }
    });
    const usual = [15, 30, 60].map((step): [YearOfRows] => [{ step, gaps: 0.1, duplicates: 0.1, seed: 1 }]);
    // Two runs beside the usual steps: each reads up to a million rows.
    fc.assert(property, { numRuns: usual.length + 2, examples: usual });
  },
);

it('reads each tag separately, and reports the repeated hour of each autumn', () => {
  const zone = 'Europe/Oslo';
  const reader = createTimeReader({ timeZone: zone, dateOrder: 'ymd', epochDay: null });
  const hours = new RepeatedHours(1);
  const autumns = [Date.parse('2022-10-30T01:00:00Z'), Date.parse('2023-10-29T01:00:00Z')];
  for (const change of autumns)
    for (let at = change - day; at < change + day; at += 30 * minute)
      for (const tag of ['a', 'b'])
        expect(reader.read(new Date(toLocalTime(at, zone)).toISOString().slice(0, -1), hours, tag)).toBe(at);
  expect(hours.drainHours().map(({ tags, undecided }) => [tags, undecided])).toEqual([
    [2, 0],
    [2, 0],
  ]);
  expect(hours.drainHours()).toEqual([]);
});
