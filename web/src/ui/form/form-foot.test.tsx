import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Field } from './field.tsx';
import { FormFoot } from './form-foot.tsx';

/** A form without react-hook-form. Its server rejects the last field. */
function DraftForm(): ReactNode {
  const [draft, setDraft] = useState({ name: 'Pump', code: '', site: 'Mars' });
  const [isTried, setIsTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const required = (text: string) => (isTried && text === '' ? 'Required.' : undefined);
  const field = (name: keyof typeof draft, error: string | undefined) => (
    <Field
      label={name}
      value={draft[name]}
      error={error}
      onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
    />
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (draft.code !== '') setBusy(true);
      }}
    >
      {field('name', required(draft.name))}
      {field('code', required(draft.code))}
      {field('site', required(draft.site) ?? refused)}
      <FormFoot label="Save" busy={busy} fallback="Not saved." />
      <button
        type="button"
        onClick={() => {
          setRefused('There is no such site.');
          setBusy(false);
        }}
      >
        Answer
      </button>
    </form>
  );
}

const focused = () => document.activeElement;

describe('after a failed submit', () => {
  it('the first field with an error receives focus', async () => {
    render(<DraftForm />);
    await userEvent.clear(screen.getByLabelText('site'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('code')));
  });

  it('a field rejected by the server receives focus', async () => {
    render(<DraftForm />);
    await userEvent.type(screen.getByLabelText('code'), 'P1{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
    await waitFor(() => expect(focused()).toBe(screen.getByLabelText('site')));
  });
});
