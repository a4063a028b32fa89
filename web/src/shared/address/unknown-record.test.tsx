import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, StrictMode, useState } from 'react';
import { expect, it } from 'vitest';
import { createTestRouter, TestRouter } from '../../testing/test-router.tsx';
import { Announcer, toast } from '../../ui/feedback/announcer.tsx';
import { offerToUndo } from '../api/mutation-effects.ts';
import { UnknownRecord } from './unknown-record.tsx';

let remove: () => void;

function Pump(): ReactNode {
  const [isThere, setIsThere] = useState(true);
  remove = () => setIsThere(false);
  return isThere ? 'Pump' : <UnknownRecord />;
}

/** Opens a pump that was just created on the previous page. */
async function open(): Promise<void> {
  window.history.pushState(null, '', '/home');
  window.history.pushState(null, '', '/assets/add');
  const router = createTestRouter(
    [
      { path: '/home', element: 'Home' },
      { path: '/assets/add', element: 'Add' },
      { path: '/assets/:id', element: <Pump /> },
      { path: '/notfound', element: 'Not found' },
    ],
    { isBrowser: true },
  );
  render(
    <StrictMode>
      <TestRouter router={router} />
      <Announcer />
    </StrictMode>,
  );
  await act(() => router.navigate('/assets/7'));
  await screen.findByText('Pump');
}

it('redirects from a deleted record to the not-found page', async () => {
  await open();
  act(() => remove());
  await screen.findByText('Not found');
  expect(window.location.search).toBe('?path=%2Fassets%2F7');
});

it('goes back if the creation of the record was undone on its page', async () => {
  await open();
  act(() => {
    toast('Saved.');
    offerToUndo(async () => remove());
  });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Add');
  await waitFor(() => expect(window.location.pathname).toBe('/assets/add'));
});
