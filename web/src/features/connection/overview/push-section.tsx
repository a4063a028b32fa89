import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Connection } from '@twinward/contracts/connections/connection';
import { type ReactNode, useState } from 'react';
import { basePath } from '../../../shared/address/base-path.ts';
import { CopyButton } from '../../../ui/form/copy-button.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { type ExampleKind, examples } from './push-examples.ts';
import { TokenField } from './token-field.tsx';

/** How points are pushed to a connection: its token, and what to send. */
export function PushSection({ connection }: { connection: Connection }): ReactNode {
  const [kind, setKind] = useState<ExampleKind>('json');
  const example = examples[kind];
  const text = example.text(window.location.origin + basePath, connection.id);
  return (
    <Section title="Push points">
      <Stack spacing={4} sx={{ maxWidth: 880 }}>
        <TokenField connection={connection} />
        <Stack direction="row" spacing={2} sx={{ alignItems: 'flex-end' }}>
          <Box sx={{ width: 320 }}>
            <SelectField
              label="Example"
              value={kind}
              onChange={(event) => setKind(event.target.value as ExampleKind)}
              choices={Object.entries(examples).map(([value, { label }]) => ({ value, label }))}
            />
          </Box>
          <CopyButton text={text} label="Copy example" />
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {example.note}
        </Typography>
        <Box
          component="pre"
          // Scrolled by keys where it is wider than the page.
          tabIndex={0}
          role="region"
          aria-label={`Example: ${example.label}`}
          sx={{
            m: 0,
            p: 3,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            overflowX: 'auto',
            fontSize: '0.8125rem',
            lineHeight: 1.5,
          }}
        >
          {text}
        </Box>
      </Stack>
    </Section>
  );
}
