import { describe, expect, it } from 'vitest';
import { brokenFields, firstBroken } from './rule.ts';
import { profileRules, timeZone, userNameRules } from './user.ts';

const plain = 'Please enter a name without white space at its ends and without control characters.';

describe('timeZone', () => {
  it.each([
    ['Europe/Berlin', null],
    ['UTC', null],
    ['Mars/Olympus', 'Please choose a time zone.'],
    ['+01:00', 'Please choose a time zone.'],
  ])('of %s is %s', (name, message) => expect(timeZone(name)).toBe(message));
});

describe('the rules of a user name', () => {
  it.each([
    ['operator@plant.1', null],
    ['Änne Müller', null],
    ['a', null],
    ['', 'Required.'],
    [' a', plain],
    ['a\nb', plain],
    ['a\u202eb', plain],
    ['x'.repeat(101), '1 characters over maximum length of 100.'],
  ])('%j: %s', (name, message) => expect(firstBroken(name, userNameRules)).toBe(message));
});

describe('the rules of a profile', () => {
  it('leave all but the time zone empty', () => {
    const empty = {
      firstName: '',
      lastName: '',
      middleName: '',
      email: null,
      mobilePhone: null,
      timeZone: '',
    };
    expect(brokenFields(empty, profileRules)).toEqual([{ path: 'timeZone', message: 'Required.' }]);
  });
});
