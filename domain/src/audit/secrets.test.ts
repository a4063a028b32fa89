import { expect, it } from 'vitest';
import { withoutSecrets } from './secrets.ts';

it('masks secrets in fields with the names of secrets and in URLs', () => {
  expect(
    withoutSecrets({
      password: 'x',
      configuration: { apiKey: 'x', tokens: 'x', userName: 'bo' },
      url: 'https://bo:pass@host/hook?token=abc&size=3#part',
      list: [{ clientSecret: 'x' }],
    }),
  ).toEqual({
    password: '•••',
    configuration: { apiKey: '•••', tokens: '•••', userName: 'bo' },
    url: 'https://bo:•••@host/hook?token=•••&size=3#part',
    list: [{ clientSecret: '•••' }],
  });
});

it('keeps texts that only mention secrets, and fields named by users', () => {
  const facts = {
    passwordSet: true,
    hasSecret: false,
    secretsSet: ['password'],
    tokenMade: true,
    password: null,
    Password: 'In the safe',
    'Where the token is': 'Desk',
    logic: '[Flow] > 1 && key=3',
  };
  expect(withoutSecrets(facts)).toEqual(facts);
});
