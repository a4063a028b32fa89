import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { StartFailure } from './start-failure.tsx';

it('shows the error, with the server’s text under Details', async () => {
  const error = Object.assign(new Error('Request failed'), {
    body: { message: 'The database is starting.' },
  });
  const onRetry = vi.fn();
  render(<StartFailure error={error} onRetry={onRetry} />);
  expect(screen.getByText('Failed to validate session')).toBeDefined();
  const details = screen.getByRole('button', { name: 'Details', expanded: false });
  await userEvent.click(details);
  expect(details.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('The database is starting.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
