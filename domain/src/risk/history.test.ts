import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, type HistoryStep, planHistory } from './history.ts';

const step = (
  from: string,
  until: string | null,
  risk: number | null,
  level: number | null = 0,
): HistoryStep => ({
  from,
  until,
  risk,
  level,
  probability: 10,
  consequence: 1000,
});
const figures = (risk: number | null, level: number | null = 0) => ({
  risk,
  level,
  probability: 10,
  consequence: 1000,
});
const today = '2024-03-10';

describe('planHistory', () => {
  it('adds a row for a new record, and none for a record without figures', () => {
    const known = { current: null, previous: null };
    expect(planHistory(known, figures(5), today)).toEqual({ add: { from: today, figures: figures(5) } });
    expect(planHistory(known, null, today)).toBeNull();
  });

  it('writes nothing while the figures are unchanged', () => {
    const current = step('2024-03-01', null, 5);
    expect(planHistory({ current, previous: null }, figures(5), today)).toBeNull();
  });

  it('ends the row of earlier days and adds a new one', () => {
    const current = step('2024-03-01', null, 5);
    expect(planHistory({ current, previous: null }, figures(6), today)).toEqual({
      end: current,
      add: { from: today, figures: figures(6) },
    });
  });

  it('updates the row of today, and keeps the highest level of the day', () => {
    const current = step(today, null, 5, 900);
    expect(planHistory({ current, previous: null }, figures(6, 250), today)).toEqual({
      replace: { step: current, figures: figures(6, 900) },
    });
  });

  it('reopens the previous row if a change of today is undone', () => {
    const previous = step('2024-03-01', today, 5);
    const current = step(today, null, 6);
    expect(planHistory({ current, previous }, figures(5), today)).toEqual({
      remove: current,
      reopen: previous,
    });
    expect(planHistory({ current: null, previous }, figures(5), today)).toEqual({ reopen: previous });
  });

  it('ends the row of a deleted record, or removes it if it began today', () => {
    const old = step('2024-03-01', null, 5);
    expect(planHistory({ current: old, previous: null }, null, today)).toEqual({ end: old });
    const young = step(today, null, 5);
    expect(planHistory({ current: young, previous: null }, null, today)).toEqual({ remove: young });
  });

  it('updates the newest row if another time zone moved the date back', () => {
    const current = step('2024-03-11', null, 5);
    expect(planHistory({ current, previous: null }, figures(6), today)).toEqual({
      replace: { step: current, figures: figures(6) },
    });
  });
});

it('counts days across the end of a month and a leap day', () => {
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  expect(daysBetween('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
  expect(daysBetween('2024-03-02', '2024-03-01')).toEqual([]);
});
