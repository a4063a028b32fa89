import type { Access } from '@twinward/contracts/access/access';
import { matchPath } from 'react-router';
import { describe, expect, it } from 'vitest';
import * as paths from '../shared/address/paths.ts';
import { builtRoutes, routes } from './routes.tsx';

/** All specified paths, by required access. Names of parameters are not checked. */
const promised: Partial<Record<Access, string>> = {
  public: '/signin /signout /forgot /reset /notfound',
  'signed-in': '/home /account /support /tools/records /tools/records/new /tools/records/{}',
  apps: `/dashboard /apps/watchlist /apps/riskanalyses /apps/riskanalyses/{} /apps/advisories /apps/library
    /apps/twins /apps/twins/{} /apps/twins/{}/protection /apps/twins/{}/risk /apps/twins/{}/protections
    /apps/protections/{?} /apps/protections/{}/edit /apps/twins/{}/protections/{}/edit
    /apps/protections/{}/train2 /apps/protections/{}/train /apps/protections/{}/{}/simulation
    /apps/twins/{}/activities /apps/twins/{}/advisories /apps/twins/{}/advisories/{} /apps/twins/{}/asset
    /apps/assets/{} /apps/assets/{}/tags/{?} /apps/twins/{}/tags /apps/twins/{}/tags/{?}/mapping
    /apps/twins/{}/tags/{?}/explore /apps/twins/{}/work /apps/twins/{}/protections/{}/work/{?}
    /apps/library/twin-models /apps/library/twin-models/{} /apps/library/twin-models/{}/details
    /apps/library/twin-models/{}/risk /apps/library/twin-models/{}/protection
    /apps/library/twin-models/{}/activities /apps/library/twin-models/{}/tags`,
  queries: '/tools/querylist /tools/query/{} /tools/query/{}/edit',
  users: `/settings/users /settings/users/add /settings/users/edit/{} /settings/groups /settings/groups/add
    /settings/groups/edit/{} /settings/audit /settings/service-accounts`,
  recordTypes: `/settings/recordtypes /settings/recordtypes/edit/{} /settings/relationships
    /settings/relationships/edit/{}`,
  lists: '/settings/lists /settings/lists/edit/{}',
  connections: '/settings/connections /settings/connections/{} /settings/webhooks /settings/webhooks/{}',
  system: '/settings/uoms /settings/structure/list /settings/exchange /settings/system',
};

const shape = (path: string): string => path.replaceAll(/:\w+\?/g, '{?}').replaceAll(/:\w+/g, '{}');

describe('the routes', () => {
  it.each(Object.entries(promised))('open to %s are declared', (access, paths) => {
    const declared = routes.filter((entry) => entry.access === access).map((entry) => shape(entry.path));
    expect(declared.toSorted()).toEqual(expect.arrayContaining(paths.split(/\s+/)));
  });

  it('are each declared once, with a title', () => {
    expect(new Set(routes.map((entry) => shape(entry.path))).size).toBe(routes.length);
    expect(routes.filter(({ title }) => title.trim() === '')).toEqual([]);
  });

  it('have a screen unless not yet built', () => {
    expect(builtRoutes).toEqual(routes.filter((entry) => 'screen' in entry));
  });

  it('are public only for signing in and out, for links in mails, and for unknown pages', () => {
    expect(routes.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual([
      '/signin',
      '/signout',
      '/forgot',
      '/reset',
      '/confirm-email',
      '/notfound',
    ]);
    expect(routes.filter(({ signedOutOnly }) => signedOutOnly).map(({ path }) => path)).toEqual([
      '/signin',
      '/forgot',
      '/reset',
    ]);
  });

  it.each([
    ...paths.twinTabs(1).map(({ to }) => to),
    paths.advisoryPath(1, 2),
    paths.protectionPath(1),
    paths.protectionEditPath(1),
    paths.protectionNewPath(1),
    paths.protectionNewPath(1, 2),
    paths.simulationPath(1, 2),
    paths.explorePath(1, 2),
    paths.mappingPath(1),
    paths.mappingPath(1, 2),
    paths.bulkMappingPath,
    paths.calculatedTagPath(1, 2),
  ])('include a screen for each linked path: %s', (path) => {
    const { pathname } = new URL(path, 'http://localhost');
    expect(builtRoutes.filter((entry) => matchPath(entry.path, pathname)).length).toBeGreaterThan(0);
  });
});
