import { type ReactNode, Suspense, useState } from 'react';
import { withBasePath } from '../../shared/address/base-path.ts';
import { useHelpSettings } from '../../shared/api/queries/use-help.ts';
import { hasFlag } from '../../shared/session/flags.ts';
import type { Session } from '../../shared/session/session.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { builtRoutes } from '../routes.tsx';
import { isOpenTo, type Menu } from './navigation.ts';

const GuideMeDialog = lazyComponent(
  async () => (await import('../../features/help/guide-me-dialog.tsx')).GuideMeDialog,
);

/** The help menu and its dialog. */
export function useHelpMenu(session: Session): { menu: Menu; dialog: ReactNode } {
  const { data: help } = useHelpSettings();
  const [isGuideOpen, setIsGuideOpen] = useState(false);
  const support = builtRoutes.find((entry) => entry.path === '/support' && isOpenTo(session, entry));
  const menu: Menu = {
    label: 'Help',
    items: [
      ...(help === undefined ? [] : [{ title: 'Documentation', address: withBasePath(help.documentation) }]),
      ...(hasFlag('sdx')
        ? [{ title: 'API reference (experimental)', address: withBasePath('/api/docs/') }]
        : []),
      { title: 'Guide Me', onChoose: () => setIsGuideOpen(true) },
      ...(support === undefined ? [] : [support]),
    ],
  };
  const dialog = isGuideOpen ? (
    <Suspense fallback={null}>
      <GuideMeDialog onClose={() => setIsGuideOpen(false)} />
    </Suspense>
  ) : null;
  return { menu, dialog };
}
