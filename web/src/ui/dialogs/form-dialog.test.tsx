import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Field } from '../form/field.tsx';
import { useDraft } from '../form/use-draft.ts';
import { FormDialog } from './form-dialog.tsx';

const button = (name: string) => screen.getByRole('button', { name });

function open(props: Partial<ComponentProps<typeof FormDialog>> = {}) {
  const onSubmit = vi.fn();
  const onClose = vi.fn();
  render(
    <FormDialog title="Edit pump" action="Save pump" onSubmit={onSubmit} onClose={onClose} {...props}>
      <Field label="Name" defaultValue="P-1" />
    </FormDialog>,
  );
  return { onSubmit, onClose };
}

describe('the dialog of a form', () => {
  it('submits with its button, and closes with Cancel', async () => {
    const { onSubmit, onClose } = open();
    await userEvent.click(button('Save pump'));
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await userEvent.type(screen.getByLabelText('Name'), '{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
    await userEvent.click(button('Cancel'));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('is also submitted by Enter on request, without submitting an outer form', async () => {
    const onPage = vi.fn((event) => event.preventDefault());
    const onSubmit = vi.fn();
    render(
      <form onSubmit={onPage}>
        <FormDialog title="Edit pump" action="Save" submitOnEnter onSubmit={onSubmit} onClose={() => {}}>
          <Field label="Name" />
        </FormDialog>
      </form>,
    );
    await userEvent.type(screen.getByLabelText('Name'), '{Enter}');
    await userEvent.click(button('Save'));
    expect(onSubmit).toHaveBeenCalledTimes(2);
    expect(onPage).not.toHaveBeenCalled();
  });

  it('shows the error of the save below the fields or above', () => {
    const saving = { isPending: false, error: new Error() };
    open({ saving, fallback: 'The pump could not be saved.' });
    const isBelow = (): boolean =>
      (screen.getByLabelText('Name').compareDocumentPosition(screen.getByRole('alert')) &
        Node.DOCUMENT_POSITION_FOLLOWING) >
      0;
    expect(screen.getByRole('alert').textContent).toContain('The pump could not be saved.');
    expect(isBelow()).toBe(true);
    cleanup();
    open({ saving, fallback: 'The pump could not be saved.', errorFirst: true });
    expect(isBelow()).toBe(false);
  });

  it('can only be closed if it is read-only, and otherwise has further buttons', async () => {
    const { onClose } = open({ readOnly: true, extra: <button type="button">Reset</button> });
    expect(screen.queryByRole('button', { name: 'Save pump' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(onClose).toHaveBeenCalledTimes(1);
    cleanup();
    open({ cancel: null, extra: <button type="button">Reset</button>, disabled: true });
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(button('Reset')).toBeTruthy();
    expect((button('Save pump') as HTMLButtonElement).disabled).toBe(true);
  });

  it('submits only a draft without problems, and confirms before it discards changes', async () => {
    const onSave = vi.fn();
    const onClose = vi.fn();
    function Pump(): ReactNode {
      const [isOpen, setIsOpen] = useState(true);
      const form = useDraft({ name: '' }, ({ name }) => ({ name: name === '' ? 'Required.' : undefined }));
      return isOpen ? (
        <FormDialog
          title="New pump"
          action="Add"
          form={form}
          onSubmit={() => onSave(form.draft)}
          onClose={() => {
            setIsOpen(false);
            onClose();
          }}
        >
          <Field label="Name" {...form.text('name')} />
        </FormDialog>
      ) : null;
    }
    render(<Pump />);
    expect(screen.queryByText('Required.')).toBeNull();
    await userEvent.click(button('Add'));
    expect(screen.getByText('Required.')).toBeTruthy();
    expect(onSave).not.toHaveBeenCalled();
    await userEvent.type(screen.getByLabelText('Name'), 'P-1');
    await userEvent.click(button('Add'));
    expect(onSave).toHaveBeenCalledWith({ name: 'P-1' });
    await userEvent.click(button('Close'));
    expect(screen.getByRole('alertdialog', { name: 'Unsaved Changes' })).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
});
