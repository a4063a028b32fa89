import { expect, it } from 'vitest';
import { check, parseUrl, writeUrl } from './config.ts';

it.each([
  ['opc.tcp://plc', { host: 'plc', port: 4840, path: '' }],
  ['OPC.TCP://PLC:49320/UA/Server', { host: 'plc', port: 49320, path: '/UA/Server' }],
  ['opc.tcp://10.0.0.7:80', { host: '10.0.0.7', port: 80, path: '' }],
  ['opc.tcp://[fd00::7]:4841/', { host: 'fd00::7', port: 4841, path: '' }],
])('parses and formats the address %s', (text, url) => {
  expect(parseUrl(text)).toEqual(url);
  expect(parseUrl(writeUrl(url))).toEqual(url);
});

it.each([
  '',
  'plc:4840',
  'http://plc',
  'opc.tcp://',
  'opc.tcp://eve:word@plc',
  'opc.tcp://plc?x=1',
  'opc.tcp://plc:99999',
])('rejects %j as an address', (text) => {
  expect(parseUrl(text)).toBeNull();
});

it('rejects a user name together with a user certificate', () => {
  const url = 'opc.tcp://plc';
  expect(check({ url, user: 'operator' })).toEqual([]);
  expect(check({ url, certificate: 'AAAA' })).toEqual([]);
  expect(check({ url, user: 'operator', certificate: 'AAAA' })).toMatchObject([{ path: 'certificate' }]);
});
