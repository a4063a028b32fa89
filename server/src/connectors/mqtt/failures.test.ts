import { expect, it } from 'vitest';
import { ConnectorFailure } from '../connector.ts';
import { toFailure } from './failures.ts';

const coded = (code: number | string, message = 'what the client says') =>
  Object.assign(new Error(message), { code });

it.each([
  [1, 'protocol'],
  [2, 'refused'],
  [3, 'busy'],
  [4, 'signIn'],
  [5, 'signIn'],
  [134, 'signIn'],
  [135, 'signIn'],
  [136, 'busy'],
  [151, 'busy'],
])('maps the CONNACK code %i to %s', (code, kind) => {
  expect(toFailure(coded(code)).kind).toBe(kind);
});

it.each([
  [coded('ECONNREFUSED'), 'unreachable'],
  [coded('ETIMEDOUT'), 'unreachable'],
  [coded('ENETUNREACH'), 'unreachable'],
  [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'protocol'],
  [coded('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'), 'signIn'],
  [coded('ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE'), 'signIn'],
  [new Error('Unexpected server response: 401'), 'signIn'],
  [new Error('Unexpected server response: 404'), 'protocol'],
  [new Error('Unexpected server response: 503'), 'busy'],
  [new Error('connack timeout'), 'protocol'],
  [new Error('Keepalive timeout'), 'unreachable'],
  [new Error('Invalid header'), 'protocol'],
])('maps %s to %s', (error, kind) => {
  expect(toFailure(error).kind).toBe(kind);
});

it('returns a connector failure unchanged', () => {
  const failure = new ConnectorFailure('refused', 'Local addresses are not allowed.');
  expect(toFailure(failure)).toBe(failure);
});
