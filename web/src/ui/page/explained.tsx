import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { explain, type Term } from '@twinward/domain/glossary';
import type { ReactElement, ReactNode } from 'react';

/** Styles of an explained word. */
const isExplained = {
  textDecoration: 'underline dotted 1px',
  textUnderlineOffset: '3px',
} as const;

/** Shows the explanation of a glossary term while a control is hovered or focused. */
export const ExplainedControl = ({
  term,
  children,
}: {
  term: Term;
  /** Must be focusable and accept a ref. */
  children: ReactElement;
}): ReactNode => (
  <Tooltip title={explain(term)} describeChild placement="top">
    {children}
  </Tooltip>
);

/** Draws a dotted line under an explained term. */
export const ExplainedWord = ({ children }: { children: ReactNode }): ReactNode => (
  <Box component="span" sx={isExplained}>
    {children}
  </Box>
);

/** A word with an explaining tooltip, shown while it is hovered, focused or touched. */
export const Explained = ({ term, children }: { term: Term; children: ReactNode }): ReactNode => (
  <Tooltip title={explain(term)} describeChild placement="top" enterTouchDelay={0} leaveTouchDelay={8000}>
    <Box component="dfn" tabIndex={0} sx={{ fontStyle: 'inherit', cursor: 'help', ...isExplained }}>
      {children}
    </Box>
  </Tooltip>
);
