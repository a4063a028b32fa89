import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { page, serve } from '../../../testing/show.tsx';
import { createQueryClient } from '../query-client.ts';
import { type DataTag, useDataExtent } from './use-data-extent.ts';

const tag = () =>
  Response.json({ id: 7, oldestTime: '2024-02-01T00:00:00.000Z', latestTime: '2024-03-01T00:00:00.000Z' });
const time = (text: string) => () => Response.json({ time: text });

function render(inputs: readonly DataTag[]) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useDataExtent(inputs), { wrapper });
}
const renderExtent = (inputs: readonly DataTag[]) => render(inputs).result;

const points: DataTag = { type: 'data_point', tagId: 7 };
const work: DataTag = { type: 'work', tagId: 9 };

it.each([
  ['2023-06-01T00:00:00.000Z', '2023-06-01T00:00:00.000Z'],
  ['2024-02-15T00:00:00.000Z', '2024-02-01T00:00:00.000Z'],
])('starts at the oldest point or work, whichever is older: %s', async (oldest, from) => {
  const asked = serve({
    'GET /api/tags/7': tag,
    'POST /api/tags/data-points/oldest': time('2024-02-01T00:00:00.000Z'),
    'POST /api/tags/work/oldest': time(oldest),
    'POST /api/tags/9/work/filters': () => page([{ completed: '2024-04-01T00:00:00.000Z' }]),
  });
  const result = renderExtent([points, work, points]);
  await waitFor(() => expect(result.current.isPending).toBe(false));
  expect(result.current.extent).toEqual({ from: Date.parse(from), to: Date.UTC(2024, 3, 1) });
  expect(asked.filter(({ call }) => call.endsWith('/oldest')).map(({ body }) => body)).toEqual([[7], [9]]);
  expect(asked.find(({ call }) => call.endsWith('/work/filters'))!.body).toEqual({
    filters: [{ field: 'Completed', operator: 'IsNotNull', dataType: 'D' }],
    sorts: [{ field: 'Completed', direction: 'Descending' }],
  });
});

it('aborts its calls on unmount', async () => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    if (address.endsWith('/oldest')) signals.push(signal!);
    return new Promise(() => {});
  });
  const { unmount } = render([points, work]);
  await waitFor(() => expect(signals).toHaveLength(2));
  unmount();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

it('is null without data, and sends no request without inputs', async () => {
  const asked = serve({});
  const result = renderExtent([]);
  expect(result.current).toEqual({ extent: null, isPending: false });
  expect(asked).toEqual([]);
});
