import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { markWords } from './mark.ts';
import type { Result } from './result-path.ts';
import { useInView } from './use-in-view.ts';

/** A search result: its name and details, with matches marked. */
export function ResultOption({
  id,
  result: { name, detail, kind, path },
  words,
  isActive,
  onPoint,
  onOpen,
}: {
  id: string;
  result: Result;
  words: readonly string[];
  isActive: boolean;
  onPoint: () => void;
  onOpen: () => void;
}): ReactNode {
  const element = useInView(isActive);
  return (
    <Box
      {...(path === null ? { component: 'div' } : { component: Link, to: path })}
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={path === null}
      onMouseMove={isActive ? undefined : onPoint}
      onClick={(event: React.MouseEvent) => {
        // With a modifier key, the browser opens the link in its own way.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen();
      }}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 3,
        px: 4,
        py: 1.5,
        fontSize: '0.8125rem',
        color: path === null ? 'text.secondary' : 'text.primary',
        textDecoration: 'none',
        bgcolor: isActive ? 'action.selected' : 'transparent',
        '& mark': { bgcolor: 'transparent', color: 'primary.main', fontWeight: 600 },
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Marked text={name} words={words} />
        {detail === '' ? null : (
          <Box sx={{ color: 'text.secondary' }}>
            <Marked text={detail} words={words} />
          </Box>
        )}
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{kind}</Box>
    </Box>
  );
}

const Marked = ({ text, words }: { text: string; words: readonly string[] }): ReactNode =>
  markWords(text, words).map((stretch, at) =>
    stretch.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position
      <mark key={at}>{stretch.text}</mark>
    ) : (
      stretch.text
    ),
  );
