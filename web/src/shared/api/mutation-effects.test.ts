import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { Announcer, toast } from '../../ui/feedback/announcer.tsx';
import { ApiError } from './api-error.ts';
import type { MutationEffects } from './mutation-effects.ts';
import { createQueryClient } from './query-client.ts';
import type { Key } from './query-key.ts';

function show(...keys: Key[]) {
  const client = createQueryClient();
  const reads = keys.map((queryKey) => {
    const read = vi.fn(async () => 'read');
    new QueryObserver(client, { queryKey, queryFn: read, retry: false }).subscribe(() => {});
    return read;
  });
  const mutate = (meta: MutationEffects, mutationFn: () => Promise<unknown> = async () => ({ id: 7 })) =>
    new MutationObserver(client, { mutationFn, meta }).mutate().catch(() => undefined);
  return { client, reads, mutate };
}

it('caches the response under the given key', async () => {
  const { client, mutate } = show();
  await mutate({ saves: ({ id }: { id: number }) => ['tags', { tagId: id }] });
  await mutate({ saves: ['edition', {}] });
  expect(client.getQueryData(['tags', { tagId: 7 }])).toEqual({ id: 7 });
  expect(client.getQueryData(['edition', {}])).toEqual({ id: 7 });
});

it('invalidates entities and keys, and nothing else', async () => {
  const { reads, mutate } = show(['work', { page: 1 }], ['tags', { tagId: 1 }], ['tags', { tagId: 2 }]);
  await mutate({ renews: ['work', ['tags', { tagId: 2 }]] });
  expect(reads.map((read) => read.mock.calls.length)).toEqual([2, 1, 2]);
  await mutate({ renews: 'all' });
  expect(reads.map((read) => read.mock.calls.length)).toEqual([3, 2, 3]);
});

it('invalidates nothing after a failure, unless configured', async () => {
  const { reads, mutate, client } = show(['work', {}]);
  const fail = () => Promise.reject(new Error('refused'));
  await mutate({ renews: ['work'], saves: ['edition', {}] }, fail);
  expect(reads[0]).toHaveBeenCalledTimes(1);
  await mutate({ renews: ['work'], renewsOnFailure: true }, fail);
  expect(reads[0]).toHaveBeenCalledTimes(2);
  expect(client.getQueryData(['edition', {}])).toBeUndefined();
});

it('refetches a deleted record only when it is shown again', async () => {
  const { client, reads, mutate } = show(['tags', { tagId: 7 }], ['tags', { page: 1 }]);
  await mutate({ deletes: { tagId: 7 }, renews: ['tags'] });
  expect(reads.map((read) => read.mock.calls.length)).toEqual([1, 2]);
  expect(client.getQueryState(['tags', { tagId: 7 }])?.isInvalidated).toBe(true);
});

it('confirms a change with a toast, unless the result is shown elsewhere', async () => {
  render(createElement(Announcer));
  const { mutate } = show();
  const confirmed = async (...given: Parameters<typeof mutate>) => {
    act(() => toast(''));
    await act(() => mutate(...given));
    return screen.getByRole('status').textContent;
  };
  expect(await confirmed({ renews: ['work'] })).toBe('Saved.');
  expect(await confirmed({ saves: ['edition', {}] })).toBe('Saved.');
  expect(await confirmed({ deletes: { tagId: 7 }, renews: ['tags'] })).toBe('Deleted.');
  expect(await confirmed({ renews: ['work'], says: ({ id }: { id: number }) => `Work ${id} is sent.` })).toBe(
    'Work 7 is sent.',
  );
  expect(await confirmed({ renews: ['work'], says: null })).toBe('');
  expect(await confirmed({})).toBe('');
  expect(await confirmed({ renews: ['work'] }, () => Promise.reject(new Error('refused')))).toBe('');
});

it('offers the reverse call as Undo, with the same effects on queries', async () => {
  render(createElement(Announcer));
  const { client, reads, mutate } = show(['work', {}]);
  const undone = vi.fn(async () => ({ id: 7, version: 3 }));
  await act(() =>
    mutate(
      {
        saves: ({ id }: { id: number }) => ['tags', { tagId: id }],
        renews: ['work'],
        undo: ({ id }: { id: number }) => (id === 7 ? undone : null),
      },
      async () => ({ id: 7, version: 2 }),
    ),
  );
  expect(reads[0]).toHaveBeenCalledTimes(2);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Undone.'));
  expect(undone).toHaveBeenCalledTimes(1);
  expect(reads[0]).toHaveBeenCalledTimes(3);
  expect(client.getQueryData(['tags', { tagId: 7 }])).toEqual({ id: 7, version: 3 });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('undoes a creation by a deletion, which has no response', async () => {
  render(createElement(Announcer));
  const { reads, mutate } = show(['tags', { list: true }]);
  await act(() =>
    mutate({
      saves: ({ id }: { id: number }) => ['tags', { tagId: id }],
      renews: ['tags'],
      undo: () => async () => undefined,
    }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Undone.'));
  expect(reads[0]).toHaveBeenCalledTimes(3);
});

it('shows why a change cannot be undone, and refetches its queries', async () => {
  render(createElement(Announcer));
  const { reads, mutate } = show(['work', {}]);
  const refused = new ApiError(409, { message: 'The twin was changed by another user.' });
  await act(() => mutate({ renews: ['work'], undo: () => () => Promise.reject(refused) }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('The twin was changed by another user.'),
  );
  expect(reads[0]).toHaveBeenCalledTimes(3);
});

it('offers no Undo without a reverse call', async () => {
  render(createElement(Announcer));
  const { mutate } = show();
  await act(() => mutate({ renews: ['work'], undo: () => null }));
  expect(screen.getByRole('status').textContent).toBe('Saved.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
