import { expect, it } from 'vitest';
import { isRefused, resolveHost } from './addresses.ts';

it.each([
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['0.0.0.0', true],
  ['169.254.169.254', true],
  ['169.254.1.1', true],
  ['100.100.100.200', true],
  ['168.63.129.16', true],
  ['224.0.0.1', true],
  ['239.255.255.250', true],
  ['255.255.255.255', true],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.20', false],
  ['100.64.0.1', false],
  ['203.0.113.7', false],
  ['::', true],
  ['::1', true],
  ['fe80::1', true],
  ['fe80::1%eth0', true],
  ['ff02::1', true],
  ['fd00:ec2::254', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['::ffff:a9fe:a9fe', true],
  ['::127.0.0.1', true],
  ['64:ff9b::7f00:1', true],
  ['64:ff9b::a9fe:a9fe', true],
  ['2002:7f00:1::', true],
  ['2002:a9fe:a9fe::1', true],
  ['::ffff:10.1.2.3', false],
  ['fd12:3456:789a::1', false],
  ['2001:db8::1', false],
  ['no address', true],
])('checks whether %s is rejected: %s', (address, refused) => {
  expect(isRefused(address)).toBe(refused);
});

const answers =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address }));

it('returns the checked address', async () => {
  expect(await resolveHost('historian.plant', false, answers('10.0.0.8'))).toBe('10.0.0.8');
  expect(await resolveHost('[fd12::8]', false)).toBe('fd12::8');
});

it('skips rejected addresses of a name', async () => {
  expect(await resolveHost('both', false, answers('127.0.0.1', '10.0.0.8'))).toBe('10.0.0.8');
});

it('rejects a name that resolves to this machine, unless allowed', async () => {
  const lookUp = answers('127.0.0.1');
  await expect(resolveHost('localhost', false, lookUp)).rejects.toMatchObject({ kind: 'refused' });
  expect(await resolveHost('localhost', true, lookUp)).toBe('127.0.0.1');
});

it.each(['127.1', '2130706433', '0x7f000001'])(
  'rejects %s, another notation of this machine',
  async (host) => {
    await expect(resolveHost(host, false)).rejects.toMatchObject({ name: 'ConnectorFailure' });
  },
);

it('reports an unknown name', async () => {
  const lookUp = () => Promise.reject(new Error('ENOTFOUND'));
  await expect(resolveHost('nowhere', false, lookUp)).rejects.toMatchObject({
    kind: 'unreachable',
    message: 'The host name nowhere could not be resolved.',
  });
});
