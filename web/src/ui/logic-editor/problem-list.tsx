import { mdiAlertCircleOutline, mdiAlertOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { Icon } from '../page/icon.tsx';
import { type Problem, placeText } from './problems.ts';

/** Maximum number of problems listed; F8 moves to the others. */
const shown = 20;

/** Lists the problems of a text. A click on one moves the cursor to its position. */
export function ProblemList({
  id,
  problems,
  onChoose,
}: {
  id: string;
  problems: readonly Problem[];
  onChoose(problem: Problem): void;
}): ReactNode {
  return (
    <Box component="ul" id={id} aria-label="Problems" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {problems.slice(0, shown).map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same problem may occur twice
        <li key={index}>
          <ButtonBase
            onClick={() => onChoose(problem)}
            sx={{
              display: 'flex',
              alignItems: 'flex-start',
              justifyContent: 'flex-start',
              gap: 1.5,
              width: '100%',
              py: 0.75,
              textAlign: 'left',
              fontFamily: 'inherit',
              fontSize: '0.8125rem',
              lineHeight: 1.5,
              '&:hover': { textDecoration: 'underline' },
            }}
          >
            <Icon
              path={problem.severity === 'error' ? mdiAlertCircleOutline : mdiAlertOutline}
              label={problem.severity === 'error' ? 'Error' : 'Warning'}
              sx={{
                fontSize: 18,
                flex: 'none',
                color: ({ palette }) => palette[problem.severity][palette.mode === 'light' ? 'dark' : 'main'],
              }}
            />
            <Box component="span" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
              {problem.message}{' '}
              <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
                {placeText(problem)}
              </Box>
            </Box>
          </ButtonBase>
        </li>
      ))}
      {problems.length > shown ? (
        <Box component="li" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {`and ${problems.length - shown} more`}
        </Box>
      ) : null}
    </Box>
  );
}
