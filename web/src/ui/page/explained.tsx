import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { explain, type Term } from '@twinward/domain/glossary';
import type { ReactElement, ReactNode } from 'react';

/** The look of a word that is explained. */
const isExplained = {
  textDecoration: 'underline dotted 1px',
  textUnderlineOffset: '3px',
} as const;

/** Explains a term of the field where a control that names it is hovered or focused. */
export const ExplainedControl = ({
  term,
  children,
}: {
  term: Term;
  /** Takes the focus and a ref. */
  children: ReactElement;
}): ReactNode => (
  <Tooltip title={explain(term)} describeChild placement="top">
    {children}
  </Tooltip>
);

/** The dotted line under a term that is explained. */
export const ExplainedWord = ({ children }: { children: ReactNode }): ReactNode => (
  <Box component="span" sx={isExplained}>
    {children}
  </Box>
);

/** A word that explains itself by a tooltip when it is hovered, focused or touched. */
export const Explained = ({ term, children }: { term: Term; children: ReactNode }): ReactNode => (
  <Tooltip title={explain(term)} describeChild placement="top" enterTouchDelay={0} leaveTouchDelay={8000}>
    <Box component="dfn" tabIndex={0} sx={{ fontStyle: 'inherit', cursor: 'help', ...isExplained }}>
      {children}
    </Box>
  </Tooltip>
);
