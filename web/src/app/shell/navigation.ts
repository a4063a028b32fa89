import { routes } from '../routes.tsx';
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
  { label: 'Apps', paths: ['/apps/twins', '/apps/watchlist'] },
  {
    label: 'Settings',
    paths: ['/settings/users', '/settings/groups', '/settings/audit', '/settings/system'],
  },
];

/** The menus with what a user may open; an empty menu is left out. */
export function menusFor(session: Session): Menu[] {
  return menus
    .map(({ label, paths }) => ({
      label,
      items: routes.filter((entry) => paths.includes(entry.path) && mayOpen(session, entry.access)),
    }))
    .filter(({ items }) => items.length > 0);
}
