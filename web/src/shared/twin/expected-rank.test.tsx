import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ExpectedValues } from '@twinward/contracts/protections/expected-value';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestRouter, TestRouter } from '../../testing/test-router.tsx';
import { createQueryClient } from '../api/query-client.ts';
import type { Session } from '../session/session.ts';
import { SessionContext } from '../session/session-context.tsx';
import { ExpectedRank } from './expected-rank.tsx';

afterEach(() => vi.unstubAllGlobals());

const series = { expected: [1], low: [0], high: [2], deviation: [0] };
const values: ExpectedValues = {
  version: 3,
  stepSeconds: 60,
  width: 60_000,
  times: [0],
  inputs: [
    {
      tagAliasId: 2,
      tagAliasName: 'Heat',
      tagId: 20,
      unit: 'Cel',
      deviationTagId: null,
      outside: 0.42,
      excess: 1.7,
      ...series,
    },
    {
      tagAliasId: 1,
      tagAliasName: 'Load',
      tagId: 10,
      unit: null,
      deviationTagId: 30,
      outside: null,
      excess: null,
      ...series,
    },
  ],
};

function open(recordTypes: string[]) {
  const session = { user: { isAdmin: false, assignedGroups: ['VIEWERS'], assignedRecordTypes: recordTypes } };
  const element = <ExpectedRank twinId={5} protection={{ id: 7, name: 'Faults' }} values={values} />;
  render(
    <SessionContext value={session as unknown as Session}>
      <QueryClientProvider client={createQueryClient()}>
        <TestRouter router={createTestRouter([{ path: '/', element }])} />
      </QueryClientProvider>
    </SessionContext>,
  );
}
const rows = () =>
  within(screen.getByRole('table', { name: 'Inputs of Faults by deviation' })).getAllByRole('row');

it('lists the inputs with the share of time outside their bands', () => {
  open([]);
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringContaining('Input'),
    expect.stringMatching(/^Heat42 %1\.7 × band.*none$/),
    expect.stringMatching(/^Loadno value.*Explore$/),
  ]);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/by version 3 of Faults/)).toBeTruthy();
});

it('creates a tag for a deviation by a click', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    sent.push([method, address, JSON.parse(String(body))]);
    return Response.json({ message: 'The tag X is the deviation of [Heat] already.' }, { status: 409 });
  });
  open(['tag']);
  await userEvent.click(screen.getByRole('button', { name: 'Create a tag of the deviation of Heat' }));
  expect(sent).toEqual([['POST', '/api/indicators/7/deviation-tags', { tagAliasId: 2 }]]);
  expect(await screen.findByText(/is the deviation of \[Heat\] already/)).toBeTruthy();
});
