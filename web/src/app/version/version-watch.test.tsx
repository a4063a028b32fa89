import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useUnsavedChanges } from '../../ui/form/unsaved-changes.ts';
import { VersionWatch } from './version-watch.tsx';

let version = '25.05.28.0001';
let asked = 0;
beforeEach(() => {
  version = '25.05.28.0001';
  asked = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (address: string) => {
    expect(address).toBe('/version.json');
    asked += 1;
    return Response.json({ version });
  });
});
const oneMinute = () => act(() => vi.advanceTimersByTimeAsync(60_000));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('a new version', () => {
  it('is detected by polling every minute, and offered', async () => {
    const reload = vi.fn();
    render(<VersionWatch reload={reload} />);
    await oneMinute();
    expect([asked, screen.queryByRole('alertdialog')]).toEqual([1, null]);
    version = '25.06.01.0001';
    await oneMinute();
    expect(asked).toBe(2);
    const dialog = screen.getByRole('alertdialog', { name: 'New Version Available' });
    expect(dialog.textContent).toContain(
      'Please save your changes as soon as possible and refresh the page to load the new version.',
    );
    expect(getComputedStyle(dialog).width).toBe('500px');
    press('Refresh Now');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('is not offered again after it was declined, unlike the next one', async () => {
    version = '25.06.01.0001';
    render(<VersionWatch reload={() => {}} />);
    await oneMinute();
    press('Close');
    await oneMinute();
    expect(screen.queryByText('New Version Available')).toBeNull();
    version = '25.06.02.0001';
    await oneMinute();
    expect(screen.getByText('New Version Available')).toBeTruthy();
  });

  it('is loaded despite unsaved changes only after confirmation', async () => {
    const reload = vi.fn();
    const Edited = () => {
      useUnsavedChanges(true);
      return null;
    };
    render(
      <>
        <Edited />
        <VersionWatch reload={reload} />
      </>,
    );
    version = '25.06.01.0001';
    await oneMinute();
    press('Refresh Now');
    expect(screen.getByRole('alertdialog', { name: 'Unsaved Changes' }).textContent).toContain(
      'Your unsaved changes will be discarded if you leave now.',
    );
    press('Stay');
    expect(reload).not.toHaveBeenCalled();
    press('Refresh Now');
    press('Leave');
    expect(reload).toHaveBeenCalledTimes(1);
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
  });
});
