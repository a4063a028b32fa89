import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../../../shared/api/save-file.ts';
import { Muted } from '../../../ui/page/muted.tsx';

/** Recovery codes, shown only once, to copy or save. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }): ReactNode {
  const [copied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  // Browsers offer the clipboard only in secure contexts.
  const canCopy = 'clipboard' in navigator;
  return (
    <Stack spacing={4}>
      <Typography>
        Keep these codes in a safe place. Use one to sign in without your second factor. Each code works once.
        They are not shown again.
      </Typography>
      <Box
        component="ul"
        aria-label="Recovery codes"
        sx={{
          display: 'grid',
          rowGap: 2,
          listStyle: 'none',
          m: 0,
          p: 4,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          fontFamily: 'ui-monospace, monospace',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Stack direction="row" spacing={3} sx={{ alignItems: 'center' }}>
        {canCopy ? (
          <Button
            variant="outlined"
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            Copy
          </Button>
        ) : null}
        <Button
          variant="outlined"
          onClick={() => void saveFile(new Response(text), 'twinward-recovery-codes.txt')}
        >
          Download
        </Button>
        <Muted role="status">{copied ? 'Copied.' : ''}</Muted>
      </Stack>
    </Stack>
  );
}
