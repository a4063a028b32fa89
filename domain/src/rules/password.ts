import { minimumLength, required } from './field-rules.ts';
import { firstBroken, type Rule } from './rule.ts';

const minimumPasswordLength = 8;
/** Maximum length, to limit the cost of hashing. */
const maximumPasswordLength = 1000;

/** Returns the requirements of a new password, for its form. @param minimum minimum length */
export const passwordGuidance = (minimum = minimumPasswordLength): string[] => [
  `At least ${minimum} characters`,
  'A mix of letters, numbers and symbols',
  'Not matching the user name',
];

const kinds = [/\p{L}/u, /\d/, /[!@#$%^&*()_+\-=[\]{};':"\\|,.<>/?]/];

const mixed: Rule<string> = (password) =>
  kinds.every((kind) => kind.test(password))
    ? null
    : 'Password must contain letters, numbers, and special characters';

export interface PasswordOwner {
  userName: string;
  email?: string | null | undefined;
}

/**
 * The first rule that a new password breaks; null if it is valid.
 * @param userNameLabel the label of the user name in the form.
 * @param minimum the least number of characters.
 */
export function passwordProblem(
  password: string,
  owner: PasswordOwner,
  userNameLabel = 'username',
  minimum = minimumPasswordLength,
): string | null {
  const matches: Rule<string> = (text) =>
    [owner.userName, owner.email].some((name) => name && name.toLowerCase() === text.toLowerCase())
      ? `Password cannot match your ${userNameLabel}`
      : null;
  const tooLong: Rule<string> = (text) =>
    text.length > maximumPasswordLength
      ? `${text.length - maximumPasswordLength} characters over maximum length of ${maximumPasswordLength}.`
      : null;
  return firstBroken(password, [required, minimumLength(minimum), tooLong, mixed, matches]);
}

/** The error in the repeated password; null if it is valid. */
export function confirmationProblem(confirmation: string, password: string): string | null {
  return required(confirmation) ?? (confirmation === password ? null : 'Password does not match.');
}
