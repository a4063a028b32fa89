import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { AddButton } from './add-button.tsx';

it('is a button without a URL', () => {
  const add = vi.fn();
  render(<AddButton onClick={add}>Add activity</AddButton>);
  fireEvent.click(screen.getByRole('button', { name: 'Add activity' }));
  expect(add).toHaveBeenCalledTimes(1);
});

it('is a link with a URL', () => {
  render(<AddButton to="/apps/twins/4/protections/new">New protection</AddButton>, { wrapper: MemoryRouter });
  expect(screen.getByRole('link', { name: 'New protection' }).getAttribute('href')).toBe(
    '/apps/twins/4/protections/new',
  );
});
