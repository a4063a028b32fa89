import { expect, it } from 'vitest';
import { reachableAt } from './serve.ts';

const nic = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
  ({ address, family, internal, netmask: '', mac: '', cidr: null }) as never;
const interfaces = {
  lo: [nic('127.0.0.1', 'IPv4', true), nic('::1', 'IPv6', true)],
  eth0: [nic('10.0.0.7', 'IPv4'), nic('2001:db8::7', 'IPv6'), nic('fe80::7', 'IPv6')],
};

it.each([
  ['10.0.0.7', ['10.0.0.7']],
  ['0.0.0.0', ['127.0.0.1', '10.0.0.7']],
  ['::', ['127.0.0.1', '10.0.0.7', '2001:db8::7']],
])('a server that listens on %s is reachable at %j', (address, expected) => {
  expect(reachableAt(address, interfaces)).toEqual(expected);
});
