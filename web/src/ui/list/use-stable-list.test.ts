import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useStableList } from './use-stable-list.ts';

it('returns the same array while its elements are the same', () => {
  const { result, rerender } = renderHook(({ list }) => useStableList(list), {
    initialProps: { list: [1, 2] },
  });
  const first = result.current;
  rerender({ list: [1, 2] });
  expect(result.current).toBe(first);
  for (const list of [[1], [1, 2], [2, 1], [2, 1, 3], []]) {
    rerender({ list });
    expect(result.current).toEqual(list);
  }
});

it('renders once if the elements are new in every render', () => {
  let renders = 0;
  renderHook(() => {
    renders += 1;
    return useStableList([{}]);
  });
  expect(renders).toBe(1);
});
