import { mdiMagnify } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useEdition } from '../../shared/api/queries/use-edition.ts';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import type { Session } from '../../shared/session/session.ts';
import { mayOpen } from '../../shared/session/session-context.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { menusFor } from './navigation.ts';
import { placesFor, useShortcuts } from './shortcuts.ts';
import { useFirstGesture } from './use-first-gesture.ts';
import { useShellCommands } from './use-shell-commands.ts';

const loadSearch = async () => (await import('../../features/search/search-dialog.tsx')).SearchDialog;
const SearchDialog = lazyComponent(loadSearch);
const KeysDialog = lazyComponent(async () => (await import('./keys-dialog.tsx')).KeysDialog);

/** The search of the top bar, and the global keyboard shortcuts. */
export function SearchHost({ session }: { session: Session }): ReactNode {
  const [open, setOpen] = useState<'search' | 'keys' | null>(null);
  const places = useMemo(() => placesFor(session), [session]);
  const maySearch = mayOpen(session, 'apps');
  const close = (): void => setOpen(null);
  const edition = useEdition().data;
  usePageCommands(
    menusFor(session, edition)
      .flatMap(({ items }) => items)
      .flatMap((item) => ('path' in item ? [{ title: item.title, to: item.path, isTyped: true }] : [])),
  );
  useShellCommands(session);
  // Preloaded, so that text typed right after Ctrl+K is not lost.
  useFirstGesture(maySearch ? loadSearch : null);
  useShortcuts({
    places,
    onSearch: maySearch ? () => setOpen('search') : null,
    onHelp: () => setOpen('keys'),
  });
  return (
    <>
      {maySearch ? (
        <>
          <Button
            color="inherit"
            variant="outlined"
            onClick={() => setOpen('search')}
            startIcon={<Icon path={mdiMagnify} />}
            endIcon={
              <Box component="kbd" sx={{ fontFamily: 'inherit' }}>
                Ctrl K
              </Box>
            }
            aria-label="Search"
            aria-keyshortcuts="Control+K"
            sx={{
              display: { xs: 'none', lg: 'inline-flex' },
              minWidth: 208,
              justifyContent: 'flex-start',
              borderColor: 'divider',
              color: 'text.secondary',
              fontWeight: 400,
              '& .MuiButton-endIcon': { ml: 'auto' },
              '& .MuiButton-endIcon > kbd': { fontSize: '0.75rem', fontWeight: 400 },
            }}
          >
            Search
          </Button>
          <Tooltip title="Search">
            <IconButton
              aria-label="Search"
              onClick={() => setOpen('search')}
              sx={{ display: { lg: 'none' } }}
            >
              <Icon path={mdiMagnify} />
            </IconButton>
          </Tooltip>
        </>
      ) : null}
      <Suspense fallback={null}>
        {open === 'search' ? <SearchDialog onClose={close} /> : null}
        {open === 'keys' ? <KeysDialog places={places} hasSearch={maySearch} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
