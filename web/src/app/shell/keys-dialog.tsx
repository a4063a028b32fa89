import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';
import type { Place } from './shortcuts.ts';

/** Lists the global keyboard shortcuts. */
export function KeysDialog({
  places,
  hasSearch,
  onClose,
}: {
  places: readonly Place[];
  hasSearch: boolean;
  onClose: () => void;
}): ReactNode {
  return (
    <AppDialog title="Keyboard shortcuts" onClose={onClose}>
      <Facts
        facts={[
          ...(hasSearch
            ? [['Search and page commands', <Keys key="k" keys={['Ctrl', 'K']} />] as const]
            : []),
          ['Keyboard shortcuts', <Keys key="?" keys={['?']} />],
          ['Undo, when a message offers it', <Keys key="z" keys={['Ctrl', 'Z']} />],
          ['Close the top dialog or menu', <Keys key="e" keys={['Esc']} />],
          ['Move in tables and menus', <Keys key="a" keys={['↑', '↓']} />],
          ['Open the selected row or item', <Keys key="n" keys={['Enter']} />],
        ]}
      />
      <Box sx={{ pt: 4 }}>
        <Section title="Go to">
          <Facts
            facts={places.map(
              ({ letter, title }) => [title, <Keys key={letter} keys={['g', letter]} />] as const,
            )}
          />
        </Section>
      </Box>
    </AppDialog>
  );
}

const Keys = ({ keys }: { keys: readonly string[] }): ReactNode => (
  <Box component="span" sx={{ display: 'inline-flex', gap: 1 }}>
    {keys.map((key) => (
      <Box
        key={key}
        component="kbd"
        sx={{
          px: 1.5,
          minWidth: 22,
          textAlign: 'center',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          fontFamily: 'inherit',
          bgcolor: 'background.default',
        }}
      >
        {key}
      </Box>
    ))}
  </Box>
);
