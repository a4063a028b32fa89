import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { TestStep } from '@twinward/contracts/connections/request';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { TestSteps } from './test-steps.tsx';
import { useTest } from './use-test.ts';

/** Tests the saved configuration. Shows what works, and what to do about failures. */
export function TestSection({ connectionId }: { connectionId: number }): ReactNode {
  const { state, steps, failure, start, cancel } = useTest(connectionId);
  const isRunning = state === 'waiting' || state === 'running';
  return (
    <Section title="Test">
      <Muted sx={{ pb: 3 }}>Signs in with the saved configuration and reads. Nothing is written.</Muted>
      <Stack direction="row" spacing={2} sx={{ pb: 3 }}>
        <Button variant="outlined" loading={isRunning} onClick={start}>
          {state === null ? 'Test' : 'Test again'}
        </Button>
        {isRunning ? <Button onClick={cancel}>Cancel</Button> : null}
      </Stack>
      <Box role="status" sx={{ color: 'text.secondary', fontSize: '0.8125rem', pb: 2 }}>
        {describeTest(state, steps)}
      </Box>
      <ErrorState error={failure} fallback="The connection could not be tested." />
      {steps.length === 0 ? null : <TestSteps connectionId={connectionId} steps={steps} onTrusted={start} />}
    </Section>
  );
}

function describeTest(state: ReturnType<typeof useTest>['state'], steps: readonly TestStep[]): string {
  switch (state) {
    case null:
    case 'failed':
      return '';
    case 'waiting':
      return 'Waiting for the process that runs the connection.';
    case 'running':
      return 'Testing…';
    case 'canceled':
      return 'The test was canceled.';
    case 'done':
      return steps.some((step) => step.state === 'failed') ? 'The test failed.' : 'All steps passed.';
  }
}
