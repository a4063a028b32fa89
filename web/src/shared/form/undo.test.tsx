import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { beforeEach, expect, it } from 'vitest';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { ApiError } from '../api/api-error.ts';
import { createQueryClient } from '../api/query-client.ts';
import { useFormMerge } from './use-form-merge.tsx';
import { useVersioned } from './use-versioned.tsx';

interface Pump {
  name: string;
  version: number;
}

/** The pump on the server, which rejects a save of an outdated version. */
let stored: Pump;
beforeEach(() => {
  stored = { name: 'Old', version: 3 };
});

async function update({ name, version }: Pump): Promise<Pump> {
  if (version !== stored.version)
    throw new ApiError(409, { message: 'The pump was changed by another user.', current: { ...stored } });
  stored = { name, version: version + 1 };
  return stored;
}

const texts = { name: { label: 'Name', text: (value: unknown) => String(value) } };
const toDraft = (pump: Pump | null) => ({ name: pump?.name ?? '' });

/** Saves through `useVersioned`. */
function Versioned({ pump, isReversible }: { pump: Pump | null; isReversible?: () => boolean }): ReactNode {
  const save = useMutation({ mutationFn: update, meta: { renews: ['assets'] } });
  const edit = useVersioned<Pump | null, { name: string }>({
    what: 'The pump',
    record: pump,
    toDraft,
    texts,
    send: (draft, base) => save.mutateAsync({ ...draft, version: base?.version ?? stored.version }),
    ...(isReversible && { isReversible }),
  });
  return (
    <>
      <input
        aria-label="Name"
        value={edit.draft.name}
        onChange={({ target }) => edit.change({ name: target.value })}
      />
      <button type="button" onClick={() => void edit.save()}>
        Save
      </button>
    </>
  );
}

/** Saves through `useFormMerge`. */
function Form({ pump }: { pump: Pump }): ReactNode {
  const save = useMutation({ mutationFn: update, meta: { renews: ['assets'] } });
  const form = useForm({ defaultValues: toDraft(pump) });
  const { base, send } = useFormMerge<Pump, { name: string }, Pump>({
    what: 'The pump',
    record: pump,
    form,
    toValues: toDraft,
    texts,
    save,
    toRequest: (values, over) => ({ ...values, version: over?.version ?? 0 }),
    onSubmit: () => {},
    onSaved: () => {},
  });
  return (
    <form onSubmit={(event) => void form.handleSubmit((values) => send(values, base))(event)}>
      <input aria-label="Name" {...form.register('name')} />
      <button type="submit">Save</button>
    </form>
  );
}

async function saveNew(shown: ReactNode): Promise<void> {
  render(
    <QueryClientProvider client={createQueryClient()}>
      {shown}
      <Announcer />
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'New' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(stored).toEqual({ name: 'New', version: 4 }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Saved\./));
}

const forms = [
  ['a draft', () => <Versioned pump={stored} />],
  ['a form', () => <Form pump={stored} />],
] as const;

it.each(forms)('undoes the save of %s by saving the previous values', async (_, shown) => {
  await saveNew(shown());
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Undone.'));
  expect(stored).toEqual({ name: 'Old', version: 5 });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it.each(forms)('reports a conflict if another user changed the record saved by %s', async (_, shown) => {
  await saveNew(shown());
  const undo = await screen.findByRole('button', { name: 'Undo' });
  stored = { name: 'Theirs', version: 5 };
  fireEvent.click(undo);
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('The pump was changed by another user.'),
  );
  expect(stored).toEqual({ name: 'Theirs', version: 5 });
});

it('offers no Undo for a new record if its mutation has none', async () => {
  await saveNew(<Versioned pump={null} />);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('offers no Undo if the previous state cannot be saved', async () => {
  await saveNew(<Versioned pump={stored} isReversible={() => false} />);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
