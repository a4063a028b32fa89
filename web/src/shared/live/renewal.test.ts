import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import type { LiveEvent } from '@twinward/contracts/core/event';
import { describe, expect, it, vi } from 'vitest';
import type { Key } from '../api/query-key.ts';
import { createRenewer, isConcerned } from './renewal.ts';

const evaluated: LiveEvent = { type: 'evaluated', twinIds: [1, 2], protectionIds: [11] };
const points: LiveEvent = { type: 'points', tagIds: [5] };
const resync: LiveEvent = { type: 'resync' };

describe('what a live event concerns', () => {
  const table: [Key, LiveEvent, boolean][] = [
    [['twins', { list: 'worst' }], evaluated, true],
    [['twins', { twinId: 1 }], evaluated, true],
    [['twins', { twinId: 3 }], evaluated, false],
    [['twin-levels', {}], evaluated, true],
    [['levels', { protectionId: 11, from: 0 }], evaluated, true],
    [['levels', { protectionId: 12, from: 0 }], evaluated, false],
    [['excursions', { twinId: 2 }], evaluated, true],
    [['data-points', { tagId: 5 }], evaluated, false],
    [['data-points', { tagId: 5 }], points, true],
    [['data-points', { tagId: 6 }], points, false],
    [['tag-aliases', { twinId: 9 }], points, true],
    [['protections', { twinId: 1 }], points, false],
    [['protections', { twinId: 1 }], resync, true],
    [['user', { sessionId: 'a' }], resync, false],
    [['user', { sessionId: 'a' }], { type: 'sessions' }, true],
    [['twins', { twinId: 1 }], { type: 'sessions' }, false],
    [['watches', {}], evaluated, true],
    [['activities', { twinId: 1 }], { type: 'twin-parts', twinIds: [1] }, true],
    [['failure-modes', { twinId: 1 }], { type: 'twin-parts', twinIds: [1] }, true],
    [['failure-modes', { twinId: 2 }], { type: 'twin-parts', twinIds: [1] }, false],
    [['notifications', { list: 'count' }], { type: 'notifications' }, true],
    [['notifications', { list: 'all' }], evaluated, false],
  ];
  it.each(table)('%j by %j: %s', (key, event, expected) => {
    expect(isConcerned(key, event)).toBe(expected);
  });
});

describe('renewal', () => {
  it('asks again for what is shown and concerned, once for events that come together', async () => {
    const client = new QueryClient();
    const asks = { twin: vi.fn(async () => 1), other: vi.fn(async () => 1) };
    const watch = (queryKey: Key, queryFn: () => Promise<number>) =>
      new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
    watch(['twins', { twinId: 1 }], asks.twin);
    watch(['protections', { twinId: 3 }], asks.other);
    await waitFor(() => expect(asks.other).toHaveBeenCalledTimes(1));

    const renew = createRenewer(client);
    renew(evaluated);
    renew(evaluated);
    renew(points);
    await waitFor(() => expect(asks.twin).toHaveBeenCalledTimes(2));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asks.twin).toHaveBeenCalledTimes(2);
    expect(asks.other).toHaveBeenCalledTimes(1);
    client.clear();
  });

  it('asks nothing more of what is being deleted', async () => {
    const client = new QueryClient();
    const asks = { deleted: vi.fn(async () => 1), other: vi.fn(async () => 1) };
    const watch = (queryKey: Key, queryFn: () => Promise<number>) =>
      new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
    watch(['tags', { tagId: 7 }], asks.deleted);
    watch(['tags', { twinId: 1 }], asks.other);
    await waitFor(() => expect(asks.other).toHaveBeenCalledTimes(1));
    const deletion = new MutationObserver(client, {
      mutationFn: () => new Promise<void>(() => {}),
      meta: { deletes: { tagId: 7 } },
    });
    void deletion.mutate();

    createRenewer(client)({ type: 'points', tagIds: [7] });
    await waitFor(() => expect(asks.other).toHaveBeenCalledTimes(2));
    expect(asks.deleted).toHaveBeenCalledTimes(1);
    client.clear();
  });
});
