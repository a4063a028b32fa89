import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FirstSteps } from '@twinward/contracts/system/first-steps';
import { expect, it } from 'vitest';
import { serve, show, viewer } from '../../testing/show.tsx';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { FirstStepsList } from './first-steps.tsx';

const engineer = { ...viewer, assignedRecordTypes: ['tag', 'twin', 'protection'] };
const none: FirstSteps = { done: [], twinId: null, protection: null, isDismissed: false };

function open(initial: FirstSteps, user = engineer) {
  let steps = initial;
  const asked = serve({
    'GET /api/overview/first-steps': () => Response.json(steps),
    'POST /api/settings/user/first-steps': ({ body }) => {
      steps = { ...steps, ...(body as Pick<FirstSteps, 'isDismissed'>) };
      return Response.json(body);
    },
  });
  const shown = (
    <>
      <FirstStepsList />
      <Announcer />
    </>
  );
  show(shown, '/home', '/home', user);
  return asked;
}

/** Each step with its label, completion and link. */
const listed = async () =>
  within(await screen.findByRole('list', { name: 'First steps' }))
    .getAllByRole('listitem')
    .map((item) => [
      within(item).getByRole('link').textContent,
      item.textContent!.includes('(done)'),
      within(item).getByRole('link').getAttribute('href'),
    ]);

it('shows the steps from an empty database to a live rule', async () => {
  open(none);
  expect(await listed()).toEqual([
    ['Import your data', false, '/home?import='],
    ['Create a twin', false, '/apps/twins?new=true'],
    ['Create a rule', false, '/apps/twins'],
    ['Simulate the rule', false, '/apps/twins'],
    ['Activate the rule', false, '/apps/twins'],
  ]);
  expect(screen.getByText('0 of 5 done')).toBeTruthy();
});

it('shows completed steps, and links to the newest twin and protection', async () => {
  open({
    ...none,
    done: ['import-data', 'make-twin', 'make-rule'],
    twinId: 7,
    protection: { id: 3, twinId: 7, active: false },
  });
  expect(await listed()).toEqual([
    ['Import your data', true, '/home?import='],
    ['Create a twin', true, '/apps/twins?new=true'],
    ['Create a rule', true, '/apps/twins/7/protections/suggest'],
    ['Simulate the rule', false, '/apps/protections/7/3/simulation'],
    ['Activate the rule', false, '/apps/protections/3/edit'],
  ]);
});

it('links to the twin if only the twin is inactive', async () => {
  open({ ...none, done: ['make-rule'], twinId: 7, protection: { id: 3, twinId: 7, active: true } });
  expect((await listed()).at(-1)).toEqual(['Activate the rule', false, '/apps/twins/7']);
});

it('can be hidden by the user, with Undo', async () => {
  const asked = open(none);
  await userEvent.click(await screen.findByRole('button', { name: 'Hide first steps' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'First steps' })).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('list', { name: 'First steps' });
  const sent = asked.filter(({ call }) => call.startsWith('POST'));
  expect(sent.map(({ body }) => body)).toEqual([{ isDismissed: true }, { isDismissed: false }]);
});

it('is hidden when a rule is live', async () => {
  const asked = open({ ...none, done: ['put-live'] });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByText('First steps with your own data')).toBeNull();
});

it('is hidden from users who may not take the steps', () => {
  expect(open(none, { ...viewer, assignedRecordTypes: ['tag', 'twin'] })).toEqual([]);
});
