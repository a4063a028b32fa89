import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DashboardContent } from '@twinward/contracts/questions/dashboard';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { type Answers, serve, show } from '../../testing/show.tsx';
import { useDashboardValues } from './dashboard-address.ts';
import { VariablesBar } from './variables-bar.tsx';

const content: DashboardContent = {
  variables: ['site', 'class'],
  range: { from: 'now-30d', to: 'now' },
  cards: [],
};

function Bar(): ReactNode {
  return <VariablesBar content={content} {...useDashboardValues(content)} />;
}

const term = (id: number, caption: string) => ({ id, caption });
const answers: Answers = {
  'GET /api/assets': ({ query }) =>
    Response.json(query.get('id') === '812' ? [{ id: 812, assetName: 'Unit 1' }] : []),
  'GET /api/assets/taxonomy/list': () =>
    Response.json([{ id: 5, category: term(4, 'Rotating'), class: term(5, 'Pumps'), type: null }]),
  // The site is not in the initial list.
  'GET /api/dashboards/variables': ({ query }) =>
    Response.json({
      sites:
        query.get('find') === 'unit'
          ? [{ id: 812, name: 'Unit 1', depth: 2, parent: 'East' }]
          : [{ id: 1, name: 'Plant', depth: 0, parent: null }],
      classes: [],
    }),
};

it('finds a site by name, and shows its path', async () => {
  serve(answers);
  const router = show(<Bar />, '/dashboard', '/dashboard');
  const user = userEvent.setup();
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Site' });
  await user.click(field);
  await screen.findByRole('option', { name: 'Plant' });
  await user.type(field, 'unit');
  await user.click(await screen.findByRole('option', { name: 'Unit 1 in East' }));
  expect(router.state.location.search).toBe('?site=812');
  expect(field.value).toBe('Unit 1');
});

it('shows the names of site and class in the URL, even if not listed', async () => {
  serve(answers);
  show(<Bar />, '/dashboard', '/dashboard?site=812&class=5');
  const shownIn = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name }).value;
  await expect.poll(() => shownIn('Site')).toBe('Unit 1');
  await expect.poll(() => shownIn('Class')).toBe('Pumps');
});
