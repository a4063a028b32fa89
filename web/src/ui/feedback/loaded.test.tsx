import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Loaded, QueryError } from './loaded.tsx';

const refetch = vi.fn(async () => {});
const loading = { data: undefined, error: null, isError: false, refetch };
const failed = { ...loading, error: new Error('The disk is full.'), isError: true };
const show = (query: Parameters<typeof Loaded<string>>[0]['query']) =>
  render(
    <Loaded query={query} fallback="It could not be loaded.">
      {(text) => <p>{text}</p>}
    </Loaded>,
  );

it('shows the data of a query, also after a failed refetch', () => {
  show({ ...failed, data: 'Pump 4' });
  expect(screen.getByText('Pump 4')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows a skeleton during the first load', () => {
  show(loading);
  expect(screen.getByRole('status', { name: 'Loading...' })).toBeTruthy();
});

it('shows the error with Retry', async () => {
  show(failed);
  expect(screen.getByRole('alert').textContent).toContain('The disk is full.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

it.each([undefined, loading])('shows no error if there is none', (query) => {
  const { container } = render(<QueryError query={query} fallback="It failed." />);
  expect(container.innerHTML).toBe('');
});
