import { isTimeZone } from '../time-zone.ts';
import { email, identifier, maximumLength, required } from './field-rules.ts';
import { type FieldRules, type Rule, unlessEmpty } from './rule.ts';

/** What a user may change of themselves. */
export interface Profile {
  firstName: string;
  lastName: string;
  middleName: string;
  email: string | null;
  mobilePhone: string | null;
  /** IANA name */
  timeZone: string;
}

/** An IANA name, not an offset such as +01:00, whose sign not everybody reads alike. */
export const timeZone: Rule<string | null | undefined> = unlessEmpty((name) =>
  /^[A-Za-z]/.test(name) && isTimeZone(name) ? null : 'Please choose a time zone.',
);

export const profileRules: FieldRules<Profile> = {
  firstName: [maximumLength(100)],
  lastName: [maximumLength(100)],
  middleName: [maximumLength(100)],
  email: [maximumLength(200), email],
  mobilePhone: [maximumLength(50)],
  timeZone: [required, timeZone],
};

/** Told apart in lists and addresses by its looks alone. */
const plain: Rule<string> = (text) =>
  /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}])?$/u.test(text)
    ? null
    : 'Please enter a name without white space at its ends and without control characters.';

export const userNameRules: readonly Rule<string>[] = [required, maximumLength(100), plain];

/** What can be said of a group. */
export interface GroupFields {
  name: string;
  caption: string;
  description: string;
}

export const groupRules: FieldRules<GroupFields> = {
  name: [required, maximumLength(60), identifier],
  caption: [required, maximumLength(100)],
  description: [maximumLength(500)],
};
