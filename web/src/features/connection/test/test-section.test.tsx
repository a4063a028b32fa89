import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TestStep } from '@twinward/contracts/connections/request';
import { expect, it } from 'vitest';
import { createRequest } from '../../../testing/connections.ts';
import { type Answers, serve, show } from '../../../testing/show.tsx';
import { TestSection } from './test-section.tsx';

const step = (change: Partial<TestStep>): TestStep => ({
  step: 'resolve',
  state: 'passed',
  message: 'boiler is 10.0.0.4.',
  advice: null,
  certificate: null,
  ...change,
});
const fingerprint = 'ab'.repeat(32);
const certificate = {
  fingerprint,
  subject: 'CN=boiler',
  validTo: '2030-01-01T00:00:00.000Z',
  isTrusted: false,
};
const id = createRequest().id;
const open = (answers: Answers) => {
  const asked = serve(answers);
  show(<TestSection connectionId={4} />, '/', '/');
  return asked;
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('shows the steps while they run, and what to do about a failed one', async () => {
  const states = [
    createRequest({ state: 'running', result: { steps: [step({})] } }),
    createRequest({
      result: {
        steps: [
          step({}),
          step({
            step: 'sign-in',
            state: 'failed',
            message: 'The password is wrong.',
            advice: 'Enter it again, and save.',
          }),
        ],
      },
    }),
  ];
  open({
    'POST /api/connections/4/requests': () =>
      Response.json(createRequest({ state: 'waiting' }), { status: 202 }),
    [`GET /api/connections/4/requests/${id}`]: () => Response.json(states.shift()),
  });
  await press('Test');
  expect(await screen.findByText('Waiting for the process that runs the connection.')).toBeTruthy();
  expect(await screen.findByText('Name resolved')).toBeTruthy();
  expect(screen.queryByText('Signed in')).toBeNull();
  expect(await screen.findByText('The test failed.')).toBeTruthy();
  const [, failed] = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
  expect(within(failed!).getByTitle('Failed')).toBeTruthy();
  expect(failed!.textContent).toContain('The password is wrong.Enter it again, and save.');
});

it('requires confirmation before it trusts a certificate, and tests again', async () => {
  let isTrusted = false;
  const asked = open({
    'POST /api/connections/4/requests': () =>
      Response.json(
        createRequest({
          result: {
            steps: [
              step({
                step: 'encrypt',
                state: isTrusted ? 'passed' : 'failed',
                certificate: { ...certificate, isTrusted },
              }),
            ],
          },
        }),
        { status: 202 },
      ),
    'POST /api/connections/4/trusted-certificates': () => {
      isTrusted = true;
      return new Response(null, { status: 204 });
    },
  });
  await press('Test');
  expect(await screen.findByText('CN=boiler')).toBeTruthy();
  expect(screen.getByText('abab '.repeat(16).trim())).toBeTruthy();
  await press('Trust');
  expect(await screen.findByText(/Compare the fingerprint with the one on the server/)).toBeTruthy();
  await press('Yes');
  expect(await screen.findByText('All steps passed.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Trust' })).toBeNull();
  expect(asked.find(({ call }) => call.endsWith('trusted-certificates'))?.body).toEqual({ fingerprint });
});

it('can be canceled', async () => {
  const asked = open({
    'POST /api/connections/4/requests': () =>
      Response.json(createRequest({ state: 'waiting' }), { status: 202 }),
    [`GET /api/connections/4/requests/${id}`]: () => Response.json(createRequest({ state: 'running' })),
    [`DELETE /api/connections/4/requests/${id}`]: () => new Response(null, { status: 204 }),
  });
  await press('Test');
  await screen.findByText('Testing…');
  await press('Cancel');
  expect(await screen.findByText('The test was canceled.')).toBeTruthy();
  await waitFor(() =>
    expect(asked.map(({ call }) => call)).toContain(`DELETE /api/connections/4/requests/${id}`),
  );
});

it('shows why a test could not be run', async () => {
  open({
    'POST /api/connections/4/requests': () =>
      Response.json(createRequest({ state: 'failed', message: 'No process runs connections.' }), {
        status: 202,
      }),
  });
  await press('Test');
  expect(await screen.findByText('No process runs connections.')).toBeTruthy();
});
