import Box from '@mui/material/Box';
import { renderMarkdown } from '@twinward/domain/text/markdown';
import type { ReactNode } from 'react';

/** A text in Markdown. HTML is escaped, and links may only lead to pages or HTTP URLs. */
export function TextCard({ text }: { text: string }): ReactNode {
  return (
    <Box
      // biome-ignore lint/security/noDangerouslySetInnerHtml: renderMarkdown escapes its input
      dangerouslySetInnerHTML={{ __html: renderMarkdown(text, 3) }}
      sx={{
        overflowWrap: 'anywhere',
        '& > :first-of-type': { mt: 0 },
        '& h3, & h4, & h5, & h6': { typography: 'h3', mt: 3, mb: 1 },
        '& p, & ul, & ol': { mt: 0, mb: 2 },
        '& a': { color: 'primary.main' },
        '& td, & th': { textAlign: 'left', pr: 4, py: 0.5 },
        '& pre': { overflowX: 'auto' },
      }}
    />
  );
}
