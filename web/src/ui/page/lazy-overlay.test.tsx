import { act, render, screen } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { Announcer } from '../feedback/announcer.tsx';
import { lazyOverlay, lazyPart, preloadOverlays } from './lazy-overlay.tsx';

interface Props {
  open: boolean;
  children: ReactNode;
}
const Menu = ({ open, children }: Props): ReactNode => (open ? <p>{children}</p> : null);

/** Renders a closed overlay. Returns a function that opens or closes it. */
function renderOverlay(load: () => Promise<ComponentType<Props>>) {
  const Overlay = lazyOverlay(load);
  const page = (open: boolean) => (
    <>
      <Overlay open={open}>Choices</Overlay>
      <Announcer />
    </>
  );
  const { rerender } = render(page(false));
  return (open: boolean) => act(async () => rerender(page(open)));
}

it('an overlay is loaded once, when first opened', async () => {
  const load = vi.fn(async () => Menu);
  const set = renderOverlay(load);
  expect(load).not.toHaveBeenCalled();
  await set(true);
  expect(await screen.findByText('Choices')).toBeTruthy();
  await set(false);
  expect(screen.queryByText('Choices')).toBeNull();
  await set(true);
  expect(screen.getByText('Choices')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('an overlay is shown at once after preloading', async () => {
  const load = vi.fn(async () => Menu);
  const Overlay = lazyOverlay(load);
  await preloadOverlays();
  render(<Overlay open>Choices</Overlay>);
  expect(screen.getByText('Choices')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('an overlay shows a toast if loading fails, and retries when opened again', async () => {
  const load = vi.fn<() => Promise<ComponentType<Props>>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch menu-1.js')).mockResolvedValue(Menu);
  const set = renderOverlay(load);
  await set(true);
  expect(await screen.findByText('This could not be loaded. Try again, or reload the page.')).toBeTruthy();
  await set(false);
  await set(true);
  expect(await screen.findByText('Choices')).toBeTruthy();
});

it('an overlay is open while it is rendered, without an `open` prop', async () => {
  const load = vi.fn(async () => ({ children }: { children: ReactNode }) => <p>{children}</p>);
  const Part = lazyPart(load);
  expect(load).not.toHaveBeenCalled();
  render(<Part>Question</Part>);
  expect(await screen.findByText('Question')).toBeTruthy();
});
