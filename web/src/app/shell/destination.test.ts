import { expect, it } from 'vitest';
import { rememberedDestination } from './destination.ts';

it('the page after sign-in is the requested page with its query and fragment', () => {
  const destination = { pathname: '/apps/twins', search: '?page=2', hash: '#risk', key: 'x', state: null };
  expect(rememberedDestination({ destination })).toEqual({
    pathname: '/apps/twins',
    search: '?page=2',
    hash: '#risk',
  });
});

it.each([
  null,
  undefined,
  'https://evil.example',
  {},
  { destination: 'https://evil.example' },
  { destination: { search: '?a' } },
  ...[
    '',
    '/',
    '/signin',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil',
  ].map((pathname) => ({ destination: { pathname, search: '', hash: '' } })),
])('the page after sign-in is the home page for %j', (state) => {
  expect(rememberedDestination(state)).toBe('/home');
});
