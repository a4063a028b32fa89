import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { Connection } from '@twinward/contracts/connections/connection';
import { type ReactNode, useState } from 'react';
import { basePath } from '../../../shared/address/base-path.ts';
import { CopyButton } from '../../../ui/form/copy-button.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { CodeBlock } from './code-block.tsx';
import { type ExampleKind, examples } from './push-examples.ts';
import { TokenField } from './token-field.tsx';

/** How to push points to a connection: the token, and example requests. */
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
        <Muted>{example.note}</Muted>
        <CodeBlock label={`Example: ${example.label}`}>{text}</CodeBlock>
      </Stack>
    </Section>
  );
}
