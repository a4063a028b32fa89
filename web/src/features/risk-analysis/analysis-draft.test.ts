import { describe, expect, it } from 'vitest';
import { changeDate, dateFlags, endHint, findProblems, newDraft } from './analysis-draft.ts';

const now = Date.parse('2024-05-06T07:08:09.123Z');

describe('a draft of an analysis', () => {
  it('starts now, at a whole minute, lasts a year, and requires a name', () => {
    const draft = newDraft(now);
    expect(draft).toEqual({
      name: '',
      description: '',
      startDate: '2024-05-06T07:08:00.000Z',
      missionTime: 'P1Y',
      endDate: '2025-05-06T07:08:00.000Z',
      probabilityThreshold: 50,
      fields: {},
    });
    expect(findProblems(draft)).toEqual({ name: 'Required.' });
  });

  it('recalculates linked dates, and clears them together', () => {
    const year = newDraft(now);
    expect(year.endDate).toBe('2025-05-06T07:08:00.000Z');
    expect(changeDate(year, 'endDate', '2024-05-16T07:08:00.000Z').missionTime).toBe('P10D');
    expect(changeDate(year, 'missionTime', null).endDate).toBeNull();
    expect(changeDate(year, 'startDate', null)).toMatchObject({ startDate: null, endDate: null });
    expect(changeDate(year, 'startDate', 'no date')).toMatchObject({
      startDate: 'no date',
      endDate: year.endDate,
    });
  });

  it('has validation errors with the messages of the rules', () => {
    const draft = { ...newDraft(now), name: 'x'.repeat(52), probabilityThreshold: 101 };
    expect(findProblems({ ...draft, missionTime: 'PT1H', endDate: '2024-05-06T08:08:00.000Z' })).toEqual({
      name: '2 characters over maximum length of 50.',
      missionTime: 'Mission time must be a value between 1 day and 100 years',
      probabilityThreshold: 'Please enter a number between 0 and 100.',
    });
    expect(findProblems({ ...newDraft(now), name: 'A', endDate: '2024-05-06T07:08:00.000Z' })).toEqual({
      endDate: 'Please choose a date after the start date.',
    });
  });

  it('has a warning about an end in the past', () => {
    const draft = { ...newDraft(now), endDate: '2024-05-06T07:08:09.000Z' };
    expect(endHint(draft, now)).toBe('The analysis end date is in the past.');
    expect(endHint({ ...draft, endDate: '2024-05-07T00:00:00.000Z' }, now)).toBeUndefined();
  });

  it('marks dates that differ by more than a minute', () => {
    const saved = newDraft(now);
    expect(dateFlags(saved, saved)).toEqual([]);
    expect(dateFlags(saved, { ...saved, startDate: '2024-05-06T07:08:59.000Z' })).toEqual([]);
    expect(dateFlags(saved, changeDate(saved, 'missionTime', 'P2Y'))).toEqual(['mission_time', 'end_date']);
  });
});
