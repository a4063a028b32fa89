import type { EditionSettings } from '@twinward/contracts/system/edition';
import type { Session } from '../../shared/session/session.ts';
import { mayOpen } from '../../shared/session/session-context.tsx';
import { linkTo } from '../../ui/format/link-to.ts';
import { builtRoutes, type RouteEntry } from '../routes.tsx';

/** Leads to a page, opens an address beside the product, or does something. */
export type MenuItem = { title: string } & (
  | { path: string }
  | { address: string }
  | { onChoose: () => void }
);
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

/** What ara, the tool for risk analyses alone, has of the apps. */
const appsOfAra: ReadonlySet<string> = new Set([
  '/apps/assets',
  '/apps/riskanalyses',
  '/apps/lifedata',
  '/apps/library',
]);

/** Whether a page exists in this installation, regardless of the user's rights: some exist only where the product is hosted. */
export const hasPage = ({ onPremise }: Session, entry: RouteEntry): boolean =>
  !(onPremise && entry.hostedOnly);

/** Whether a session has a page and its user may open it. */
export const isOpenTo = (session: Session, entry: RouteEntry): boolean =>
  hasPage(session, entry) && mayOpen(session, entry.access);

/**
 * The menus with what a user may open; an empty menu is left out. In ara the apps are those without twins, and the way
 * to upgrade where an address is set.
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

/** An address without the parts that it may do without. */
const withoutChoices = (path: string): string => path.replace(/\/:\w+\?/g, '');
