import { builtRoutes } from '../routes.tsx';
import type { Session } from '../session/session.ts';
import { mayOpen } from '../session/session-context.tsx';

export interface MenuItem {
  path: string;
  title: string;
}
export interface Menu {
  label: string;
  items: MenuItem[];
}

/** The bar's menus, in order, with the routes they lead to. */
const menus: readonly { label: string; paths: readonly string[] }[] = [
  {
    label: 'Apps',
    paths: [
      '/apps/twins',
      '/apps/watchlist',
      '/apps/advisories',
      '/apps/riskanalyses',
      '/apps/library',
      '/dashboard',
      '/tools/records',
      '/tools/querylist',
    ],
  },
  {
    label: 'Settings',
    paths: [
      '/settings/users',
      '/settings/groups',
      '/settings/audit',
      '/settings/recordtypes',
      '/settings/relationships',
      '/settings/structure/list',
      '/settings/lists',
      '/settings/uoms',
      '/settings/connections',
      '/settings/exchange',
      '/settings/system',
    ],
  },
];

/** The menus with what a user may open; an empty menu is left out. */
export function menusFor(session: Session): Menu[] {
  return menus
    .map(({ label, paths }) => ({
      label,
      items: paths.flatMap(
        (path) => builtRoutes.find((entry) => entry.path === path && mayOpen(session, entry.access)) ?? [],
      ),
    }))
    .filter(({ items }) => items.length > 0);
}
