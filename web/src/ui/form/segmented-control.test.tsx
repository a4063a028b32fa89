import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { SegmentedControl } from './segmented-control.tsx';

const views = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'M', name: 'Month' },
] as const;

function Example({ initial }: { initial: 'day' | 'week' | 'month' | null }) {
  const [view, setView] = useState(initial);
  return <SegmentedControl label="Window" value={view} segments={views} onChange={setView} />;
}

it('selects a segment by click', async () => {
  render(<Example initial="day" />);
  await userEvent.click(screen.getByRole('button', { name: 'Month' }));
  screen.getByRole('button', { name: 'Month', pressed: true });
  screen.getByRole('button', { name: 'Day', pressed: false });
});

it('is one tab stop, within which keys move the focus', async () => {
  render(<Example initial="week" />);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Week' }));
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Day' }));
  await userEvent.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Month' }));
  await userEvent.keyboard('{Home}{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Day', pressed: true }));
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
});

it('starts at the first segment if none is selected', async () => {
  render(<Example initial={null} />);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Day', pressed: false }));
});

it('marks the link of the current page', () => {
  render(
    <MemoryRouter>
      <SegmentedControl
        label="Work shown"
        value="list"
        segments={[
          { value: 'list', label: 'List', to: '/list' },
          { value: 'board', label: 'Board', to: '/board' },
        ]}
      />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'List' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Board' }).hasAttribute('aria-current')).toBe(false);
});
