import type { Access } from '@twinward/contracts/access';
import { lazyScreen, type Screen } from './lazy-screen.ts';

/** One screen of the product: where it is, what the page's title calls it, who may open it. */
export interface RouteEntry {
  path: string;
  title: string;
  access: Access;
  screen: Screen;
  /** Leads to the home page when signed in. */
  signedOutOnly?: boolean;
}

/** Every screen. Menus and the guard read this table; nothing else declares a route. */
export const routes: readonly RouteEntry[] = [
  {
    path: '/signin',
    title: 'Sign in',
    access: 'public',
    signedOutOnly: true,
    screen: lazyScreen(() => import('../features/session/sign-in-page.tsx'), 'SignInPage'),
  },
  {
    path: '/signout',
    title: 'Sign out',
    access: 'public',
    screen: lazyScreen(() => import('../features/session/sign-out-page.tsx'), 'SignOutPage'),
  },
  {
    path: '/forgot',
    title: 'Forgot password',
    access: 'public',
    signedOutOnly: true,
    screen: lazyScreen(() => import('../features/session/forgot-page.tsx'), 'ForgotPage'),
  },
  {
    path: '/reset',
    title: 'Reset password',
    access: 'public',
    signedOutOnly: true,
    screen: lazyScreen(() => import('../features/session/reset-page.tsx'), 'ResetPage'),
  },
  {
    path: '/apps/twins/:id/protections',
    title: 'Monitor',
    access: 'apps',
    screen: lazyScreen(() => import('../features/protection/monitor-page.tsx'), 'MonitorPage'),
  },
  {
    path: '/apps/twins/:id/tags',
    title: 'Tags',
    access: 'apps',
    screen: lazyScreen(() => import('../features/tag/twin-tags-page.tsx'), 'TwinTagsPage'),
  },
  {
    path: '/apps/twins/:twinId/tags/:tagId/explore',
    title: 'Explore',
    access: 'apps',
    screen: lazyScreen(() => import('../features/tag/explore-page.tsx'), 'ExplorePage'),
  },
  {
    path: '/notfound',
    title: 'Not found',
    access: 'public',
    screen: lazyScreen(() => import('./shell/not-found-page.tsx'), 'NotFoundPage'),
  },
  {
    path: '/account',
    title: 'User settings',
    access: 'signed-in',
    screen: lazyScreen(() => import('../features/account/account-page.tsx'), 'AccountPage'),
  },
  {
    path: '/home',
    title: 'Home',
    access: 'signed-in',
    screen: lazyScreen(() => import('../features/home/home-page.tsx'), 'HomePage'),
  },
  {
    path: '/apps/twins',
    title: 'Twins',
    access: 'apps',
    screen: lazyScreen(() => import('../features/twin/twins-page.tsx'), 'TwinsPage'),
  },
  {
    path: '/apps/twins/:id',
    title: 'Twin',
    access: 'apps',
    screen: lazyScreen(() => import('../features/twin/twin-page.tsx'), 'TwinPage'),
  },
  {
    path: '/settings/users',
    title: 'Users',
    access: 'users',
    screen: lazyScreen(() => import('../features/users/users-page.tsx'), 'UsersPage'),
  },
  {
    path: '/settings/users/add',
    title: 'Add user',
    access: 'users',
    screen: lazyScreen(() => import('../features/users/add-user-page.tsx'), 'AddUserPage'),
  },
  {
    path: '/settings/users/edit/:username',
    title: 'User',
    access: 'users',
    screen: lazyScreen(() => import('../features/users/edit-user-page.tsx'), 'EditUserPage'),
  },
  {
    path: '/settings/groups',
    title: 'Groups',
    access: 'users',
    screen: lazyScreen(() => import('../features/groups/groups-page.tsx'), 'GroupsPage'),
  },
  {
    path: '/settings/groups/add',
    title: 'Add group',
    access: 'users',
    screen: lazyScreen(() => import('../features/groups/add-group-page.tsx'), 'AddGroupPage'),
  },
  {
    path: '/settings/groups/edit/:name',
    title: 'Group',
    access: 'users',
    screen: lazyScreen(() => import('../features/groups/edit-group-page.tsx'), 'EditGroupPage'),
  },
  {
    path: '/settings/audit',
    title: 'Audit trail',
    access: 'users',
    screen: lazyScreen(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  },
  {
    path: '/settings/system',
    title: 'System',
    access: 'system',
    screen: lazyScreen(() => import('../features/system/system-page.tsx'), 'SystemPage'),
  },
  {
    path: '/apps/watchlist',
    title: 'Watchlist',
    access: 'apps',
    screen: lazyScreen(() => import('../features/watchlist/watchlist-page.tsx'), 'WatchlistPage'),
  },
];
