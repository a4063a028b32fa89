import { expect, it } from 'vitest';
import { displayAddress, readDisplayToken } from './display-token.ts';

it('reads the token from the URL fragment, which is not sent to servers', () => {
  const credentials = { databaseName: 'plant.north', sessionId: 'token-1_x' };
  const address = new URL(displayAddress(credentials));
  expect([address.pathname, address.search]).toEqual(['/dashboard', '']);
  expect(readDisplayToken(address.hash)).toEqual(credentials);
});

it.each(['', '#display=', '#display=demo', '#display=demo.', '#display=.token', '#other=demo.token'])(
  'returns null for %j',
  (hash) => {
    expect(readDisplayToken(hash)).toBeNull();
  },
);
