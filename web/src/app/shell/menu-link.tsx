import { mdiOpenInNew } from '@mdi/js';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { Icon } from '../../ui/page/icon.tsx';
import type { MenuItem } from './navigation.ts';

/** The link props of a menu item. `current` marks the item of the current page. */
export function menuLink(item: MenuItem, current = false): object {
  if ('path' in item)
    return current ? { component: NavLink, to: item.path, end: true } : { component: Link, to: item.path };
  if ('address' in item)
    return { component: 'a', href: item.address, target: '_blank', rel: 'noopener noreferrer' };
  return {};
}

/** The text of a menu item. */
export const MenuText = ({ item }: { item: MenuItem }): ReactNode => (
  <>
    {item.title}
    {'address' in item ? (
      <Icon
        path={mdiOpenInNew}
        label="opens in a new tab"
        sx={{ fontSize: '1rem', ml: 2, color: 'text.secondary' }}
      />
    ) : null}
  </>
);
