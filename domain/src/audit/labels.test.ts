import { auditEntities } from '@twinward/contracts/system/audit';
import { expect, it } from 'vitest';
import { entityLabel, entityLabels, settingLabel } from './labels.ts';
import { pageOfKind } from './paths.ts';

it('has a unique label for every kind of record', () => {
  expect(Object.keys(entityLabels).toSorted()).toEqual([...auditEntities].toSorted());
  expect(new Set(Object.values(entityLabels)).size).toBe(auditEntities.length);
  expect(entityLabel('an older kind')).toBe('an older kind');
});

it('returns the labels of settings', () => {
  expect(settingLabel('general')).toBe('General settings');
  expect(settingLabel('early-points')).toBe('Early points');
});

it('returns the page of a record', () => {
  const target = { id: '7', name: 'a/b', twinId: 3, assetId: 2, ownerId: 5 };
  const toPath = (kind: string) => pageOfKind(kind)?.path(target);
  expect(toPath('twin')).toBe('/apps/twins/7');
  expect(toPath('work')).toBe('/apps/twins/3/work');
  expect(toPath('user')).toBe('/settings/users/edit/a%2Fb');
  expect(toPath('scenario')).toBe('/apps/riskanalyses/5/scenarios/7');
  expect(toPath('tag-alias')).toBe('/apps/twins/3/tags');
  expect(pageOfKind('tag-alias')?.path({ ...target, twinId: null })).toBeNull();
  expect(pageOfKind('address')).toBeNull();
});
