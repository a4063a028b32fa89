import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../../shared/api/query-client.ts';
import { page, serve } from '../../../testing/show.tsx';
import { useTagsNamed } from './use-targets.ts';

const call = 'POST /api/tags/filters';

/** The names in a request. */
const namesIn = (body: unknown) => (body as { filters: { value: string[] }[] }).filters[0]!.value;

function render(names: readonly string[]) {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useTagsNamed(names), { wrapper }).result;
}

it('finds the tags of 501 columns with two possible names each in two calls', async () => {
  const names = Array.from({ length: 501 }, (_, column) => [`S${column}`, `Pump S${column}`]).flat();
  const asked = serve({
    [call]: ({ body }) =>
      page(
        ['S0', 'Pump S500'].filter((name) => namesIn(body).includes(name)).map((name, id) => ({ id, name })),
      ),
  });
  const result = render(names);
  expect(result.current.isLoading).toBe(true);
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  expect(result.current.tags.map(({ name }) => name)).toEqual(['S0', 'Pump S500']);
  const blocks = asked.map(({ body }) => namesIn(body));
  expect(blocks.map(({ length }) => length)).toEqual([1000, 2]);
  expect(blocks.flat()).toEqual(names);
});

it('makes no call without names', () => {
  const asked = serve({});
  expect(render([]).current).toEqual({ tags: [], isLoading: false });
  expect(asked).toEqual([]);
});
