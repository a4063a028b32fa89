import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useAccess } from '../session/session-context.tsx';
import { useValueLine } from './api.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { ValueFacts } from './value-facts.tsx';

/** A section with the value of a closed advisory and its approval. */
export function ValueSection({ twinId, advisoryId }: { twinId: number; advisoryId: number }): ReactNode {
  const line = useValueLine(twinId, advisoryId);
  const mayApprove = useAccess('write:advisory');
  const [isApproving, setIsApproving] = useState(false);
  return (
    <Section title="Value">
      <Loaded query={line} rows={3} fallback="The value could not be loaded.">
        {(data) => (
          <>
            <ValueFacts line={data} />
            {mayApprove ? (
              <Button variant="outlined" sx={{ mt: 3 }} onClick={() => setIsApproving(true)}>
                {data.isApproved ? 'Change value' : 'Approve value'}
              </Button>
            ) : null}
            {isApproving ? <ApproveDialog line={data} onClose={() => setIsApproving(false)} /> : null}
          </>
        )}
      </Loaded>
    </Section>
  );
}
