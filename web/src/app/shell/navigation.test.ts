import { defaultEdition, type EditionSettings } from '@twinward/contracts/system/edition';
import { expect, it } from 'vitest';
import { createSession, viewer } from '../../testing/show.tsx';
import { type MenuItem, menusFor } from './navigation.ts';

const appsIn = (settings: Partial<EditionSettings> | undefined): readonly MenuItem[] =>
  menusFor(createSession(viewer), settings && { ...defaultEdition, ...settings }).find(
    ({ label }) => label === 'Apps',
  )!.items;
const titles = (items: readonly MenuItem[]): string[] => items.map(({ title }) => title);

it('offers twins in the full edition, and no upgrade', () => {
  for (const settings of [undefined, {}, { upgradeAddress: 'sales@plant.example' }]) {
    expect(titles(appsIn(settings))).toEqual(expect.arrayContaining(['Twins', 'Watchlist', 'Risk analyses']));
    expect(titles(appsIn(settings))).not.toContain('Upgrade');
  }
});

it('offers risk analyses and no twins in ara, with a link to upgrade if configured', () => {
  const plain = titles(appsIn({ edition: 'ara' }));
  expect(plain).toContain('Risk analyses');
  for (const title of ['Twins', 'Protections', 'Watchlist', 'Advisories']) expect(plain).not.toContain(title);
  expect(plain).not.toContain('Upgrade');
  expect(appsIn({ edition: 'ara', upgradeAddress: 'https://plant.example/upgrade' }).at(-1)).toEqual({
    title: 'Upgrade',
    address: 'https://plant.example/upgrade',
  });
});

it('offers records to all users, and apps only to viewers', () => {
  const menus = menusFor(createSession({ ...viewer, assignedGroups: ['LIST_MANAGERS'] }), undefined);
  expect(menus.map(({ label }) => label)).toEqual(['Tools', 'Settings']);
  expect(titles(menus[0]!.items)).toEqual(['Records']);
});
