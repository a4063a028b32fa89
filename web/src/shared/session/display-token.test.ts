import { expect, it } from 'vitest';
import { displayAddress, readDisplayToken } from './display-token.ts';

it('has the token in the fragment of the address, which no server gets', () => {
  const credentials = { databaseName: 'plant.north', sessionId: 'token-1_x' };
  const address = new URL(displayAddress(credentials));
  expect([address.pathname, address.search]).toEqual(['/dashboard', '']);
  expect(readDisplayToken(address.hash)).toEqual(credentials);
});

it.each(['', '#display=', '#display=demo', '#display=demo.', '#display=.token', '#other=demo.token'])(
  'reads none from %j',
  (hash) => {
    expect(readDisplayToken(hash)).toBeNull();
  },
);
