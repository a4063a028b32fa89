import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ErrorState } from '../feedback/states.tsx';
import { hasUnsavedChanges } from '../form/unsaved-changes.ts';
import { AppDialog } from './app-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { WarningDialog } from './warning-dialog.tsx';

const button = (name: string) => screen.getByRole('button', { name });

describe('the app dialog', () => {
  const open = (props: { dirty?: boolean; busy?: boolean }) => {
    const onClose = vi.fn();
    render(
      <AppDialog
        title="Edit threshold"
        onClose={onClose}
        actions={<button type="button">Save</button>}
        {...props}
      >
        <p>What is edited</p>
      </AppDialog>,
    );
    return onClose;
  };

  it('closes with its button and with Escape, and shows its title', async () => {
    const onClose = open({});
    expect(screen.getByRole('dialog', { name: 'Edit threshold' })).toBeTruthy();
    await userEvent.click(button('Close'));
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('focuses the first field with an error after an action', async () => {
    function Invalid(): ReactNode {
      const [isTried, setIsTried] = useState(false);
      return (
        <AppDialog
          title="Edit threshold"
          onClose={vi.fn()}
          actions={
            <button type="button" onClick={() => setIsTried(true)}>
              Save
            </button>
          }
        >
          <input aria-label="Level" />
          <input aria-label="Name" aria-invalid={isTried} />
          <input aria-label="Logic" aria-invalid={isTried} />
        </AppDialog>
      );
    }
    render(<Invalid />);
    await userEvent.click(button('Save'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  });

  it('toggles full screen', async () => {
    open({});
    const paper = screen.getByRole('dialog');
    expect(paper.className).not.toContain('paperFullScreen');
    await userEvent.click(button('Full screen'));
    expect(paper.className).toContain('paperFullScreen');
    await userEvent.click(button('Exit full screen'));
    expect(paper.className).not.toContain('paperFullScreen');
  });

  it('requires confirmation before it discards unsaved changes', async () => {
    const onClose = open({ dirty: true });
    expect(hasUnsavedChanges()).toBe(true);
    await userEvent.keyboard('{Escape}');
    const question = screen.getByRole('alertdialog', { name: 'Unsaved Changes' });
    expect(question.textContent).toContain(
      'Your unsaved changes will be discarded if you close the dialog now.',
    );
    await userEvent.click(button('Stay'));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(button('Close'));
    const buttons = [...screen.getByRole('alertdialog').querySelectorAll('button')];
    expect(buttons.map((each) => each.textContent)).toEqual(['Stay', 'Close']);
    await userEvent.click(buttons[1]!);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('shows that it is busy, and blocks input meanwhile', async () => {
    const onClose = open({ busy: true });
    expect(screen.getByRole('status').textContent).toBe('Working...');
    expect(screen.getByText('What is edited').closest('[inert]')).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('the confirm dialog', () => {
  it('has a width of 290 px and a z-index of 200, and Escape means no', async () => {
    const onYes = vi.fn();
    const onNo = vi.fn();
    render(
      <ConfirmDialog title="Delete pump?" yes="Delete" no="Keep" onYes={onYes} onNo={onNo}>
        It cannot be undone.
      </ConfirmDialog>,
    );
    const dialog = screen.getByRole('alertdialog', { name: 'Delete pump?' });
    expect(getComputedStyle(dialog).width).toBe('290px');
    expect(getComputedStyle(dialog.closest('.MuiDialog-root')!).zIndex).toBe('200');
    expect(document.activeElement).toBe(button('Keep'));
    await userEvent.keyboard('{Escape}');
    expect([onYes.mock.calls.length, onNo.mock.calls.length]).toEqual([0, 1]);
    await userEvent.click(button('Delete'));
    expect(onYes).toHaveBeenCalledTimes(1);
  });
});

describe('the warning dialog', () => {
  it('returns the choice to skip the warning with Yes', async () => {
    const onYes = vi.fn();
    render(
      <WarningDialog title="Invalidates what-if" suppressible onYes={onYes} onNo={() => {}}>
        Are you sure?
      </WarningDialog>,
    );
    await userEvent.click(screen.getByLabelText('Suppress this warning?'));
    await userEvent.click(button('Yes'));
    expect(onYes.mock.calls).toEqual([[true]]);
  });

  it('has only No and Yes if it cannot be skipped', () => {
    render(
      <WarningDialog title="Careful" onYes={() => {}} onNo={() => {}}>
        Are you sure?
      </WarningDialog>,
    );
    expect(screen.queryByText('Suppress this warning?')).toBeNull();
    expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['No', 'Yes']);
  });
});

describe('the alert bar', () => {
  it('shows the longer text behind Details', async () => {
    render(<ErrorState error={{ body: { message: 'It failed.', detail: 'Line 3 is empty.' } }} />);
    expect(screen.getByRole('alert').textContent).toContain('It failed.');
    expect(button('Details').getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(button('Details'));
    expect(button('Details').getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText('Line 3 is empty.')).toBeTruthy();
  });

  it('has no Details button without a longer text', () => {
    render(<ErrorState error="It failed." />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the dialog for a name', () => {
  it('proposes a name for a copy, requires one, and returns it trimmed', async () => {
    const onName = vi.fn();
    render(
      <NameDialog
        title="Copy Pumps"
        copied="Pumps"
        maximumLength={10}
        hint="It is private."
        action="Copy"
        saving={{ isPending: false, error: null }}
        fallback="Not copied."
        onName={onName}
        onClose={() => undefined}
      />,
    );
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(field.value).toBe('Copy of Pu');
    await userEvent.clear(field);
    await userEvent.click(button('Copy'));
    expect(onName).not.toHaveBeenCalled();
    screen.getByText('Required.');
    await userEvent.type(field, ' Fans 1234567');
    await userEvent.click(button('Copy'));
    expect(onName.mock.calls).toEqual([['Fans 1234']]);
  });
});
