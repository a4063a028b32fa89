import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { PageLinks, pageWindow } from './page-links.tsx';

describe('the range of page links', () => {
  it.each([
    [1, 1, [1]],
    [1, 4, [1, 2, 3, 4]],
    [1, 100, [1, 2, 3, 4, 5, 6]],
    [3, 100, [1, 2, 3, 4, 5, 6]],
    [4, 100, [2, 3, 4, 5, 6, 7]],
    [99, 100, [95, 96, 97, 98, 99, 100]],
    [100, 100, [95, 96, 97, 98, 99, 100]],
  ])('for page %i of %i is %j', (page, pages, links) => {
    expect(pageWindow(page, pages)).toEqual(links);
  });
});

describe('page links', () => {
  it('show which records are on the page, and link to others', async () => {
    const onChange = vi.fn();
    render(<PageLinks page={2} pageSize={100} total={9876} noun="twins" onChange={onChange} />);
    expect(screen.getByRole('status').textContent).toBe('101–200 of 9,876 twins');
    expect(screen.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
    await userEvent.click(screen.getByRole('button', { name: 'Page 5' }));
    await userEvent.click(screen.getByRole('button', { name: 'Last page' }));
    expect(onChange.mock.calls).toEqual([[5], [99]]);
  });

  it('are hidden for a single page', () => {
    render(<PageLinks page={1} pageSize={100} total={12} noun="twins" onChange={() => {}} />);
    expect(screen.getByRole('status').textContent).toBe('1–12 of 12 twins');
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
