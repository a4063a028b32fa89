import { expect, it } from 'vitest';
import { createRedaction } from './redact.ts';

const redact = createRedaction(['p"ss/wörd', 'p"ss/wörd-2', null, 17, '', 'ab']);

it.each([
  ['in plain text', 'signed in with p"ss/wörd', 'signed in with •••'],
  ['in a URL', `mqtt://u:${encodeURIComponent('p"ss/wörd')}@host`, 'mqtt://u:•••@host'],
  ['in JSON', JSON.stringify({ password: 'p"ss/wörd' }), '{"password":"•••"}'],
  ['in base64', Buffer.from('p"ss/wörd').toString('base64'), '•••'],
  ['that occurs twice', 'p"ss/wörd p"ss/wörd', '••• •••'],
  ['that contains another secret', 'it is p"ss/wörd-2', 'it is •••'],
])('replaces a secret %s', (_, message, expected) => {
  expect(redact(message)).toBe(expected);
});

it('does not change messages without secrets, or replace very short secrets', () => {
  expect(redact('connected to host ab')).toBe('connected to host ab');
});
