import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Advisory, WorkRequest } from '@twinward/contracts/advisories/advisory';
import { expect, it } from 'vitest';
import { serve, show, viewer } from '../../testing/show.tsx';
import { WorkRequestSection } from './work-request-section.tsx';

const waiting: WorkRequest = {
  key: '1cfc6a1e-5ee8-4d0c-9b5e-4e1d3f0d5a11',
  request: {
    system: 'SAP',
    type: 'M2',
    priority: '1',
    status: null,
    shortDescription: 'Grease',
    description: '',
  },
  connection: { id: 4, name: 'SAP north' },
  number: null,
  status: 'waiting to be sent',
  phase: null,
  url: null,
  sentAt: null,
  checkedAt: null,
  error: null,
  attempts: 0,
  retryAt: null,
  workId: null,
  createdAt: '2026-02-18T10:00:00Z',
};

const open = (change: Partial<WorkRequest>) =>
  show(
    <WorkRequestSection
      advisory={{ id: 7, twinId: 5, work: null, workRequest: { ...waiting, ...change } } as Advisory}
    />,
    '/',
    '/',
    { ...viewer, isAdmin: true },
  );

it('shows that no request was sent without a connection, and where to choose one', () => {
  serve({});
  open({ connection: null, status: 'not sent: no connection' });
  expect(screen.getByText('not sent: no connection')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('Choose one for the twin, its asset');
});

it('shows why a request failed and when it is retried, and sends it now', async () => {
  const asked = serve({ 'POST /api/advisories/7/work-request/send': () => Response.json({}) });
  open({ error: 'The type M2 is not known.', attempts: 2 });
  expect(screen.getByRole('alert').textContent).toContain(
    'The type M2 is not known. Tried 2 times. Fix the cause, then choose Send now.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Send now' }));
  await waitFor(() =>
    expect(asked.map(({ call }) => call)).toContain('POST /api/advisories/7/work-request/send'),
  );
});

it('links to the work in the other system, and shows its state there', () => {
  serve({});
  open({
    number: '10000042',
    status: 'NOCO',
    phase: 'completed',
    url: 'https://sap.example/notification/10000042',
    sentAt: '2026-02-18T10:01:00Z',
    workId: 12,
  });
  expect(screen.getByRole('link', { name: '10000042' }).getAttribute('href')).toBe(
    'https://sap.example/notification/10000042',
  );
  expect(screen.getByText('NOCO')).toBeTruthy();
  expect(screen.getByText('Completed')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Recorded' }).getAttribute('href')).toBe('/apps/twins/5/work');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('does not link a URL with a protocol other than HTTP', () => {
  serve({});
  open({ number: '7', url: 'javascript:alert(1)', sentAt: '2026-02-18T10:01:00Z' });
  expect(screen.queryByRole('link', { name: '7' })).toBeNull();
});
