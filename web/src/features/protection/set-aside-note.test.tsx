import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../shared/api/query-client.ts';
import { SessionContext } from '../../shared/session/session-context.tsx';
import { protectionWith } from '../../testing/protections.ts';
import { SetAsideNote } from './set-aside-note.tsx';

const protection = protectionWith({
  error: 'Evaluation stopped: It needed more than 256 steps for each point.',
  setAsideDate: '2024-05-01T10:00:00.000Z',
});

function show(recordTypes: readonly string[]) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    return new Response(JSON.stringify({ ...protection, setAsideDate: null, error: null }));
  });
  const user = { isAdmin: false, assignedGroups: ['VIEWERS'], assignedRecordTypes: recordTypes };
  render(
    <SessionContext value={{ user } as never}>
      <QueryClientProvider client={createQueryClient()}>
        <SetAsideNote protection={protection} />
      </QueryClientProvider>
    </SessionContext>,
  );
  return asked;
}

it('shows why and when the evaluation of a protection was suspended, and retries it', async () => {
  const asked = show(['protection']);
  expect(document.body.textContent).toContain(
    'It needed more than 256 steps for each point. Not evaluated since',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try again to evaluate Overheating' }));
  await expect.poll(() => asked).toEqual(['POST /api/indicators/1/retry']);
});

it('has no button for users who may not change protections', () => {
  show([]);
  expect(screen.queryByRole('button')).toBeNull();
});
