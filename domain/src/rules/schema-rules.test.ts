import { newUser } from '@twinward/contracts/access/user';
import {
  emailAddress,
  identifier,
  integerBetween,
  numberBetween,
  requiredText,
  text,
  timeZone,
  untrimmedText,
  webAddress,
  wholeDollars,
} from '@twinward/contracts/core/primitives';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { brokenFields } from './rule.ts';
import { schemaRule, schemaRules } from './schema-rules.ts';

const between = 'Please enter a number between 1 and 10.';
const anIdentifier = 'Please enter a valid identifier. Characters "A-Z", "0-9", "_", and "-" are allowed.';
const anAddress = 'Please enter a valid e-mail address.';
const plain = 'Please enter a name without control characters and without leading or trailing white space.';
const { userName } = newUser.shape;
const anInteger = 'Please enter an integer.';

const optionalText = text(5)
  .nullable()
  .default(null)
  .transform((value) => value || null);
const withoutBrackets = requiredText(5).refine((name) => !/[[\]]/.test(name), 'Please enter no brackets.');

it.each<[name: string, schema: z.ZodType, value: unknown, message: string | null]>([
  ['text', text(5), 'abcde', null],
  ['text', text(5), ' abcde ', null],
  ['text', text(5), 'abcdefg', '2 characters over maximum length of 5.'],
  ['text', text(2), '🙂🙂', null],
  ['text', text(2), '🙂🙂🙂', '1 characters over maximum length of 2.'],
  ['text', text(5), '', null],
  ['text', text(5).optional(), 'abcdefg', '2 characters over maximum length of 5.'],
  ['nullable text', text(5).nullable(), null, null],
  ['transformed text', optionalText, 'abcdef', '1 characters over maximum length of 5.'],
  ['transformed text', optionalText, '', null],
  ['untrimmed text', untrimmedText(5), ' abcde', '1 characters over maximum length of 5.'],
  ['required text', requiredText(5), '', 'Required.'],
  ['required text', requiredText(5), '  ', 'Required.'],
  ['required text', requiredText(5), null, 'Required.'],
  ['required text', requiredText(5), 'abcdef', '1 characters over maximum length of 5.'],
  ['a field that a request may omit', requiredText(5).optional(), '', 'Required.'],
  ['nullable required text', requiredText(5).nullable(), '', null],
  ['refined text', withoutBrackets, 'a[b', 'Please enter no brackets.'],
  ['identifier', identifier(10), 'Pump_1-a', null],
  ['identifier', identifier(10), 'Pump 1', anIdentifier],
  ['identifier', identifier(10), 'Pümp', anIdentifier],
  ['email', emailAddress, 'a@b', null],
  ['email', emailAddress, '', null],
  ['email', emailAddress, 'a@', anAddress],
  ['email', emailAddress, 'ab', anAddress],
  ['email', emailAddress, 'a@b\nBcc: c@d', anAddress],
  ['time zone', timeZone, 'Europe/Berlin', null],
  ['time zone', timeZone, 'UTC', null],
  ['time zone', timeZone, 'Mars/Olympus', 'Please choose a time zone.'],
  ['time zone', timeZone, '+01:00', 'Please choose a time zone.'],
  ['time zone', timeZone, '', 'Required.'],
  ['user name', userName, 'operator@plant.1', null],
  ['user name', userName, 'Änne Müller', null],
  ['user name', userName, 'a', null],
  ['user name', userName, '', 'Required.'],
  ['user name', userName, ' a', plain],
  ['user name', userName, 'a\nb', plain],
  ['user name', userName, 'a\u202eb', plain],
  ['user name', userName, 'x'.repeat(101), '1 characters over maximum length of 100.'],
  ['web address', webAddress(50, 'https://a.example'), '', null],
  ['web address', webAddress(50, 'https://a.example'), 'http://plant:8080/x', null],
  [
    'web address',
    webAddress(50, 'https://a.example'),
    'ftp://plant',
    'Please enter an address such as https://a.example.',
  ],
  ['integer', integerBetween(-10, 10), '-7', null],
  ['integer', integerBetween(1, 10), 10, null],
  ['integer', integerBetween(1, 10), '1', null],
  ['integer', integerBetween(1, 1000), '1,000', null],
  ['integer', integerBetween(1, 10), 11, between],
  ['integer', integerBetween(1, 10), '1.5', anInteger],
  ['integer', integerBetween(1, 10), 'many', anInteger],
  ['integer', integerBetween(1, 10), Number.NaN, anInteger],
  ['integer', integerBetween(1, 10), null, 'Required.'],
  ['integer', integerBetween(1, 10).default(3), null, 'Required.'],
  ['nullable integer', integerBetween(1, 10).nullable().default(null), null, null],
  ['nullable integer', integerBetween(1, 10).nullable().default(null), '11', between],
  ['number', numberBetween(1, 10), 1.5, null],
  ['number', numberBetween(1, 10), 0.5, between],
  ['dollars', wholeDollars, -1, 'Please enter a positive number.'],
  ['dollars', wholeDollars, 2_147_483_648, 'Please enter a number between 0 and 2147483647.'],
])('%s %#', (_name, schema, value, message) => expect(schemaRule(schema)(value)).toBe(message));

it('returns the rules of the given fields', () => {
  const { shape } = z.strictObject({ name: requiredText(5), note: text(5), version: z.number() });
  const rules = schemaRules(shape, ['name', 'note']);
  expect(brokenFields({ name: '', note: 'abcdef' }, rules)).toEqual([
    { path: 'name', message: 'Required.' },
    { path: 'note', message: '1 characters over maximum length of 5.' },
  ]);
});
