import type { EditionSettings } from '@twinward/contracts/system/edition';
import type { Session } from '../../shared/session/session.ts';
import { mayOpen } from '../../shared/session/session-context.tsx';
import { linkTo } from '../../ui/format/link-to.ts';
import { builtRoutes, type RouteEntry } from '../routes.tsx';

/** A menu item: a page, an external URL, or an action. */
export type MenuItem = { title: string } & (
  | { path: string }
  | { address: string }
  | { onChoose: () => void }
);
export interface Menu {
  label: string;
  items: MenuItem[];
}

/** The menus of the top bar, in order, with their routes. */
const menus: readonly { label: string; paths: readonly string[] }[] = [
  {
    label: 'Apps',
    paths: [
      '/apps/twins',
      '/apps/protections/:id?',
      '/apps/unprotected',
      '/apps/assets',
      '/apps/watchlist',
      '/apps/advisories',
      '/apps/riskanalyses',
      '/apps/lifedata',
      '/apps/library',
      '/dashboard',
      '/apps/alarm-performance',
      '/apps/value-ledger',
    ],
  },
  { label: 'Tools', paths: ['/tools/records', '/tools/querylist'] },
  {
    label: 'Settings',
    paths: [
      '/settings/users',
      '/settings/groups',
      '/settings/service-accounts',
      '/settings/audit',
      '/settings/recordtypes',
      '/settings/relationships',
      '/settings/structure/list',
      '/settings/lists',
      '/settings/uoms',
      '/settings/unit-reviews',
      '/settings/benchmarks',
      '/settings/connections',
      '/settings/webhooks',
      '/settings/exchange',
      '/settings/system',
    ],
  },
];

/** The apps of the edition ara, which is only for risk analyses. */
const appsOfAra: ReadonlySet<string> = new Set([
  '/apps/assets',
  '/apps/riskanalyses',
  '/apps/lifedata',
  '/apps/library',
]);

/** Whether a page exists in this installation, regardless of the user's access. Some exist only in hosted ones. */
export const hasPage = ({ onPremise }: Session, entry: RouteEntry): boolean =>
  !(onPremise && entry.hostedOnly);

/** Whether a page exists and the user may open it. */
export const isOpenTo = (session: Session, entry: RouteEntry): boolean =>
  hasPage(session, entry) && mayOpen(session, entry.access);

/**
 * The menus with the pages that a user may open, without empty menus. In ara, the apps menu has no twins, and a link to
 * upgrade if configured.
 */
export function menusFor(session: Session, settings: EditionSettings | undefined): Menu[] {
  const isAra = settings?.edition === 'ara';
  const has = (label: string, path: string) => !(isAra && label === 'Apps') || appsOfAra.has(path);
  return menus
    .map(({ label, paths }) => ({
      label,
      items: [
        ...paths
          .filter((path) => has(label, path))
          .flatMap((path) =>
            builtRoutes
              .filter((entry) => entry.path === path && isOpenTo(session, entry))
              .map(({ title }) => ({ title, path: withoutChoices(path) })),
          ),
        ...(isAra && label === 'Apps' && settings.upgradeAddress !== ''
          ? [{ title: 'Upgrade', address: linkTo(settings.upgradeAddress) }]
          : []),
      ],
    }))
    .filter(({ items }) => items.length > 0);
}

/** Removes the optional parameters of a path. */
const withoutChoices = (path: string): string => path.replace(/\/:\w+\?/g, '');
