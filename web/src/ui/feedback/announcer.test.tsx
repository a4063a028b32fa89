import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Announcer, announce, endUndo, toast } from './announcer.tsx';

const box = () => screen.getByRole('status').parentElement!;
const isSeen = () => getComputedStyle(box()).position === 'fixed';
const text = () => screen.getByRole('status').textContent;
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('shows toasts for some seconds in the live region, and announcements only to screen readers', () => {
  render(<Announcer />);
  act(() => toast('Copied.'));
  wait(5_000);
  act(() => announce('129 excursions.'));
  expect([text(), isSeen()]).toEqual(['Copied.129 excursions.', false]);
  act(() => toast('Saved.'));
  expect([text(), isSeen()]).toEqual(['Saved.', true]);
  wait(4_000);
  act(() => toast('Deleted.'));
  wait(4_000);
  expect([text(), isSeen()]).toEqual(['Deleted.', true]);
  act(() => announce('128 excursions.'));
  expect([text(), isSeen()]).toEqual(['Deleted.128 excursions.', true]);
  wait(1_000);
  expect(isSeen()).toBe(false);
});

describe('a toast with Undo', () => {
  const undo = vi.fn();
  const button = () => screen.queryByRole('button', { name: 'Undo' });

  beforeEach(() => {
    undo.mockClear();
    render(
      <>
        <button type="button">Before</button>
        <input aria-label="Name" />
        <Announcer />
      </>,
    );
    screen.getByRole('button', { name: 'Before' }).focus();
    act(() => toast('Shelved.', undo));
  });

  it('is shown for ten seconds, and announced to screen readers', () => {
    expect(text()).toBe('Shelved. Ctrl+Z to undo.');
    wait(9_999);
    expect(button()).not.toBeNull();
    wait(1);
    expect([button(), isSeen()]).toEqual([null, false]);
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect(undo).not.toHaveBeenCalled();
  });

  it('undoes once by its button, and restores the focus', () => {
    act(() => button()!.focus());
    fireEvent.click(button()!);
    expect(undo).toHaveBeenCalledTimes(1);
    expect(button()).toBeNull();
    expect(document.activeElement?.textContent).toBe('Before');
  });

  it('undoes by Ctrl+Z, but not in a field', () => {
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'z', ctrlKey: true });
    expect(undo).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'z', metaKey: true });
    expect(undo).toHaveBeenCalledTimes(1);
    expect(button()).toBeNull();
  });

  it('closes by Escape without Undo', () => {
    act(() => button()!.focus());
    fireEvent.keyDown(button()!, { key: 'Escape' });
    expect([button(), isSeen()]).toEqual([null, false]);
    expect(document.activeElement?.textContent).toBe('Before');
    expect(undo).not.toHaveBeenCalled();
  });

  it('stays open while it is focused or hovered', () => {
    act(() => button()!.focus());
    wait(60_000);
    fireEvent.mouseMove(box());
    act(() => button()!.blur());
    wait(60_000);
    expect(button()).not.toBeNull();
    fireEvent.mouseLeave(box());
    wait(10_000);
    expect(button()).toBeNull();
  });

  it('stays open during an announcement, and closes with the next toast or at the end of the session', () => {
    act(() => announce('129 excursions.'));
    expect(text()).toBe('Shelved.129 excursions.');
    expect(button()).not.toBeNull();
    act(() => toast('Saved.'));
    expect(button()).toBeNull();
    act(() => toast('Shelved.', undo));
    act(() => endUndo());
    expect([button(), text()]).toEqual([null, '']);
  });
});
