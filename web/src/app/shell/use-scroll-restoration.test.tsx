import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createTestRouter, TestRouter } from '../../testing/test-router.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';

function Page({ name }: { name: string }): ReactNode {
  useScrollRestoration();
  return <p id="part">{name}</p>;
}

let top = 0;
beforeEach(() => {
  top = 0;
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top);
  vi.stubGlobal('scrollTo', (_: number, y: number) => {
    top = y;
  });
});

function open() {
  const router = createTestRouter([
    { path: '/', element: <Page name="list" /> },
    { path: '/pump', element: <Page name="pump" /> },
  ]);
  render(<TestRouter router={router} />);
  return router;
}

it('scrolls to the top of a new page, and restores the position on the way back', () => {
  const router = open();
  top = 700;
  act(() => router.navigate('/pump'));
  screen.getByText('pump');
  expect(top).toBe(0);
  top = 30;
  act(() => router.navigate(-1));
  screen.getByText('list');
  expect(top).toBe(700);
  act(() => router.navigate(1));
  expect(top).toBe(30);
});

it('scrolls to the anchor of a URL', () => {
  const scrolled: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.id);
  });
  const router = open();
  top = 700;
  act(() => router.navigate('/pump#part'));
  expect(scrolled).toEqual(['part']);
  expect(top).toBe(700);
});
