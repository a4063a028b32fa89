import { expect, it } from 'vitest';
import { createRedaction } from './redact.ts';

const redact = createRedaction(['p"ss/wörd', 'p"ss/wörd-2', null, 17, '', 'ab']);

it.each([
  ['as it is', 'signed in with p"ss/wörd', 'signed in with •••'],
  ['in an address', `mqtt://u:${encodeURIComponent('p"ss/wörd')}@host`, 'mqtt://u:•••@host'],
  ['in JSON', JSON.stringify({ password: 'p"ss/wörd' }), '{"password":"•••"}'],
  ['in base64', Buffer.from('p"ss/wörd').toString('base64'), '•••'],
  ['twice', 'p"ss/wörd p"ss/wörd', '••• •••'],
  ['with another in it', 'it is p"ss/wörd-2', 'it is •••'],
])('replaces a secret %s', (_, message, expected) => {
  expect(redact(message)).toBe(expected);
});

it('leaves messages without secrets, and short texts, as they are', () => {
  expect(redact('connected to host ab')).toBe('connected to host ab');
});
