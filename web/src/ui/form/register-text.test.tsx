import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { Field } from './field.tsx';
import { FormFoot } from './form-foot.tsx';
import { registerText } from './register-text.ts';
import { saveState } from './save-state.ts';

const rules = { name: [(value: string) => (value === '' ? 'Required.' : null)] };

it('registers texts by their rules, and omits errors that are shown at fields', async () => {
  const onSave = vi.fn();
  const save = { isPending: false, isSuccess: false, error: new Error('Refused.') };
  function Form(): ReactNode {
    const form = useForm({ defaultValues: { name: '' } });
    const text = registerText(form, rules);
    return (
      <form onSubmit={(event) => void form.handleSubmit(onSave)(event)}>
        <Field label="Name" {...text('name')} />
        <FormFoot label="Save" {...saveState(form, save)} fallback="Not saved." />
      </form>
    );
  }
  render(<Form />);
  expect(screen.getByText('Refused.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Required.')).toBeTruthy();
  expect(screen.queryByText('Refused.')).toBeNull();
  await userEvent.type(screen.getByLabelText('Name'), 'P-1');
  expect(screen.getByText('Unsaved changes')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSave).toHaveBeenCalledWith({ name: 'P-1' }, expect.anything());
});
