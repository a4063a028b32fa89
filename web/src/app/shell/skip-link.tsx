import Link from '@mui/material/Link';
import type { ReactNode } from 'react';

/** The first Tab stop: a link that skips the top bar to the main content. */
export function SkipLink({ target }: { target: string }): ReactNode {
  return (
    <Link
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
      sx={{
        position: 'fixed',
        top: -48,
        left: 8,
        zIndex: 'tooltip',
        p: 2,
        bgcolor: 'background.paper',
        '&:focus': { top: 8 },
      }}
    >
      Skip to content
    </Link>
  );
}
