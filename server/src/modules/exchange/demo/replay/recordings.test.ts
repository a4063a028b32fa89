import { describe, expect, it } from 'vitest';
import { readMachineRecord, toRows } from '../machine-record.ts';
import { readEngineLives } from '../turbofan.ts';
import { flightInterval, flownBetween, placeLives, removalTime } from './engine-replay.ts';
import { MachineReplay } from './machine-replay.ts';
import { rowInterval, rowsBetween } from './process-replay.ts';

const anchor = Date.UTC(2026, 4, 4, 9, 31);
const minute = 60_000;
const day = 24 * 60 * minute;

describe('the replay of the machine', async () => {
  const record = await readMachineRecord();
  const replay = new MachineReplay(toRows(record), anchor);
  const shift = Math.floor(anchor / (5 * minute)) * 5 * minute - Date.parse('2014-02-03T10:50:00Z');

  it('is at the last warning before the failure at its anchor time', () => {
    const { times, values } = replay.pointsBetween(replay.begin - 1, anchor);
    expect(times[0]).toBe(record.times[0]! + shift);
    expect(values[0]).toBe(73.96732207);
    expect(times.at(-1)).toBe(Date.parse('2014-02-03T10:50:00Z') + shift);
    expect(new Set(times).size).toBe(times.length);
  });

  it('returns the same points in one call and in many, across the end of the record', () => {
    const to = anchor + 40 * day;
    const whole = replay.pointsBetween(anchor, to);
    const pieces: number[] = [];
    for (let from = anchor; from < to; from += 7 * 60 * minute + 13_000) {
      pieces.push(...replay.pointsBetween(from, Math.min(to, from + 7 * 60 * minute + 13_000)).values);
    }
    expect(pieces).toEqual(whole.values);
    expect(whole.values.length).toBe((40 * day) / (5 * minute));
    const steps = whole.times.map((time, i) => time - (whole.times[i - 1] ?? time - 5 * minute));
    expect(new Set(steps)).toEqual(new Set([5 * minute]));
  });

  it('marks a known range once it has passed, in every round', () => {
    const before = replay.windowsBetween(replay.begin - 1, anchor);
    expect(before.map(({ note }) => note)).toEqual(['Anomaly', 'Planned shutdown', 'Early and subtle']);
    const [failure, ...next] = replay.windowsBetween(anchor, anchor + 40 * day);
    expect(failure).toMatchObject({ note: 'Failure', failedAt: Date.parse('2014-02-08T14:30:00Z') + shift });
    expect(next.map(({ note }) => note)).toEqual(['Anomaly', 'Planned shutdown']);
    expect(replay.windowsBetween(failure!.end - 1, failure!.end)).toEqual([failure]);
    expect(replay.windowsBetween(failure!.start, failure!.end - 1)).toEqual([]);
  });
});

describe('the replay of the engines', async () => {
  const lives = await readEngineLives();

  it('distributes the engines over all stages of their lives, after earlier lives', () => {
    const stages = lives.map(({ unit }) => {
      const placed = [...take(placeLives(lives, unit, anchor), 20)].find(
        ({ replacedAt }) => replacedAt > anchor,
      )!;
      return (anchor - placed.firstFlight) / (placed.replacedAt - placed.firstFlight);
    });
    const tenths = new Set(stages.map((stage) => Math.floor(stage * 10)));
    expect(tenths.size).toBe(10);
    const ended = lives.map(
      ({ unit }) => flownBetween(lives, unit, anchor, anchor - 120 * day, anchor).ended.length,
    );
    expect(Math.min(...ended)).toBeGreaterThanOrEqual(1);
  });

  it('has one or two removals per day', () => {
    const days = 60;
    const ended = lives.flatMap(
      ({ unit }) => flownBetween(lives, unit, anchor, anchor, anchor + days * day).ended,
    );
    expect(ended.length / days).toBeGreaterThan(1);
    expect(ended.length / days).toBeLessThan(2);
  });

  it('replays complete recorded lives, with a removal between two lives', () => {
    const placed = [...take(placeLives(lives, 7, anchor), 3)];
    expect(placed.map(({ life }) => life.unit)).toEqual([7, 8, 9]);
    const second = placed[1]!;
    const { times, values, ended } = flownBetween(
      lives,
      7,
      anchor,
      second.firstFlight - 1,
      placed[2]!.firstFlight - 1,
    );
    expect(values.get('T50')).toEqual(second.life.values.get('T50'));
    expect(times.at(-1)! - times[0]!).toBe((second.life.cycles - 1) * flightInterval);
    expect(placed[2]!.firstFlight - times.at(-1)!).toBe(removalTime);
    expect(ended).toEqual([placed[0]]);
    const removed = flownBetween(lives, 7, anchor, second.replacedAt - 1, second.replacedAt);
    expect(removed.ended).toEqual([second]);
  });

  it('returns the same points in one call and in many', () => {
    const to = anchor + 9 * day;
    const whole = flownBetween(lives, 42, anchor, anchor, to);
    const pieces: number[] = [];
    for (let from = anchor; from < to; from += 5 * 60 * minute) {
      pieces.push(...flownBetween(lives, 42, anchor, from, Math.min(to, from + 5 * 60 * minute)).times);
    }
    expect(pieces).toEqual(whole.times);
  });
});

describe('the replay of the process', () => {
  it('repeats the recorded rows endlessly', () => {
    const recording = { rows: 3, values: new Map([['c06', [1, 2, 3]]]) };
    const { times, values } = rowsBetween(recording, 1000, 1000, 1000 + 5 * rowInterval);
    expect(times).toEqual([1, 2, 3, 4, 5].map((row) => 1000 + row * rowInterval));
    expect(values.get('c06')).toEqual([2, 3, 1, 2, 3]);
    expect(rowsBetween(recording, 1000, 0, 999).times).toEqual([]);
  });
});

function* take<T>(items: Iterable<T>, count: number): Generator<T> {
  let taken = 0;
  for (const item of items) {
    if (taken++ === count) return;
    yield item;
  }
}
