import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { describe, expect, it } from 'vitest';
import { createTestRouter, TestRouter } from '../../testing/test-router.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

function Form(): ReactNode {
  const [text, setText] = useState('');
  const guard = useUnsavedGuard(text !== '');
  const navigate = useNavigate();
  return (
    <>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/other">Other page</Link>
      <Link to="/form?view=table">Table</Link>
      <button
        type="button"
        onClick={() => {
          guard.leaveFreely();
          void navigate('/other');
        }}
      >
        Done
      </button>
      {guard.dialog}
    </>
  );
}

function open() {
  const router = createTestRouter(
    [
      { path: '/form', element: <Form /> },
      { path: '/other', element: 'The other page' },
    ],
    { initialEntries: ['/form'] },
  );
  render(<TestRouter router={router} />);
  return router;
}

describe('leaving a page with unsaved changes', () => {
  it('requires confirmation, then stays or leaves', async () => {
    open();
    await userEvent.type(screen.getByLabelText('Text'), 'mine');
    await userEvent.click(screen.getByText('Other page'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Unsaved Changes' });
    expect(dialog.textContent).toContain('Your unsaved changes will be discarded if you leave now.');
    expect(document.activeElement?.textContent).toBe('Stay');
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('mine');

    await userEvent.click(screen.getByText('Other page'));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await screen.findByText('The other page');
  });

  it('requires confirmation of back navigation', async () => {
    const router = open();
    act(() => router.navigate('/other'));
    act(() => router.navigate('/form'));
    await userEvent.type(await screen.findByLabelText('Text'), 'mine');
    act(() => router.navigate(-1));
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/form');
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('mine');

    act(() => router.navigate(-1));
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await screen.findByText('The other page');
    act(() => router.navigate(-1));
    expect((await screen.findByLabelText<HTMLInputElement>('Text')).value).toBe('');
  });

  it('requires no confirmation without changes, within the page, or after saving', async () => {
    const router = open();
    await userEvent.click(screen.getByText('Other page'));
    await screen.findByText('The other page');
    act(() => router.navigate('/form'));
    await userEvent.type(await screen.findByLabelText('Text'), 'mine');
    await userEvent.click(screen.getByText('Table'));
    await waitFor(() => expect(router.state.location.search).toBe('?view=table'));
    await userEvent.click(screen.getByText('Done'));
    await screen.findByText('The other page');
  });

  it('registers with the browser before unload', async () => {
    open();
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(false);
    await userEvent.type(screen.getByLabelText('Text'), 'mine');
    expect(closing()).toBe(true);
  });
});
