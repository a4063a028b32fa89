import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ErrorState } from './states.tsx';

it.each([null, undefined])('renders nothing without an error: %s', (error) => {
  const { container } = render(<ErrorState error={error} message="It failed." fallback="It failed." />);
  expect(container.innerHTML).toBe('');
});

it('shows the message of an error, or the fallback', () => {
  render(<ErrorState error={new Error('')} fallback="It could not be saved." />);
  expect(screen.getByRole('alert').textContent).toBe('It could not be saved.');
});
