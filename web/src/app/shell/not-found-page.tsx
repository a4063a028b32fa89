import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

/** The page for unknown paths. The query parameter `path` is the requested one. */
export function NotFoundPage(): ReactNode {
  const [search] = useSearchParams();
  const path = search.get('path');
  return (
    <Page title="Not found">
      <EmptyState
        title={path === null ? 'There is no such page.' : `There is no page at ${path}.`}
        hint="The address may be misspelt, or the page may have moved."
        action={<TextLink to="/home">Go to Home</TextLink>}
      />
    </Page>
  );
}
