import { describe, expect, it } from 'vitest';
import { confirmationProblem, passwordProblem } from './password.ts';

const owner = { userName: 'operator-1', email: 'operator@plant.1' };
const mixed = 'Password must contain letters, numbers, and special characters';

describe('passwordProblem', () => {
  it.each([
    ['', 'Required.'],
    ['a1!', '5 characters under minimal length of 8.'],
    ['12345678!', mixed],
    ['abcdefgh!', mixed],
    ['abcdefgh1', mixed],
    ['abcdefg1~', mixed],
    ['Operator-1', 'Password cannot match your username'],
    ['operator@plant.1', 'Password cannot match your username'],
    [`a1!${'x'.repeat(1000)}`, '3 characters over maximum length of 1000.'],
    ['abcdefg1!', null],
    ['пароль-12', null],
  ])('for %j is %j', (password, problem) => expect(passwordProblem(password, owner)).toBe(problem));

  it.each([...`!@#$%^&*()_+-=[]{};':"\\|,.<>/?`])('accepts %s as a special character', (character) => {
    expect(passwordProblem(`abcdefg1${character}`, owner)).toBeNull();
  });

  it('uses the label of the user name in the form', () => {
    expect(passwordProblem('Operator-1', owner, 'user name')).toBe('Password cannot match your user name');
  });
});

describe('confirmationProblem', () => {
  it.each([
    ['', 'Required.'],
    ['other', 'Password does not match.'],
    ['same', null],
  ])('for %j is %j', (confirmation, problem) =>
    expect(confirmationProblem(confirmation, 'same')).toBe(problem),
  );
});
