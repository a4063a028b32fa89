import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { markWords } from './mark.ts';
import { Option, type OptionProps, withEnd } from './option.tsx';
import type { Result } from './result-path.ts';

/** A search result: its name and details, with matches marked. */
export const ResultOption = ({
  result: { name, detail, kind, path },
  words,
  ...option
}: OptionProps & { result: Result; words: readonly string[] }): ReactNode => (
  <Option
    {...option}
    to={path}
    isDisabled={path === null}
    sx={{
      ...withEnd,
      color: path === null ? 'text.secondary' : 'text.primary',
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
  </Option>
);

const Marked = ({ text, words }: { text: string; words: readonly string[] }): ReactNode =>
  markWords(text, words).map((stretch, at) =>
    stretch.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position
      <mark key={at}>{stretch.text}</mark>
    ) : (
      stretch.text
    ),
  );
