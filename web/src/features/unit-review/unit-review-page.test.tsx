import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UnitReview } from '@twinward/contracts/protections/input-unit';
import { expect, it } from 'vitest';
import { page, serve, show } from '../../testing/show.tsx';
import { UnitReviewPage } from './unit-review-page.tsx';

const review: UnitReview = {
  id: 4,
  name: 'Suction',
  twinId: 5,
  calculatedTagId: null,
  ownerName: 'Pump',
  tagId: 7,
  tagName: 'PI-7',
  oldUnit: '[psi]',
  newUnit: 'kPa',
  unit: 'bar',
  protections: [{ id: 2, name: 'Surge' }],
  createdAt: '2026-11-22T10:00:00Z',
  reviewedAt: null,
  reviewedBy: null,
};

it('lists unreviewed inputs with units and protections, and marks one as reviewed', async () => {
  let reviews = [
    review,
    { ...review, id: 6, name: 'Heat', twinId: null, ownerName: 'MEAN', protections: [] },
  ];
  const asked = serve({
    'POST /api/tag-aliases/unit-reviews/filters': () => page(reviews),
    'PUT /api/tag-aliases/unit-reviews/4': () => {
      reviews = reviews.slice(1);
      return Response.json({ ...review, reviewedAt: '2026-11-22T11:00:00Z', reviewedBy: 'ada' });
    },
  });
  show(<UnitReviewPage />, '/settings/unit-reviews', '/settings/unit-reviews?owner=Pu');
  const [, first, second] = await screen.findAllByRole('row');
  expect(within(first!).getByText('psi → kPa, now bar')).toBeTruthy();
  expect(within(first!).getByRole('link', { name: 'Surge' }).getAttribute('href')).toBe(
    '/apps/protections/2',
  );
  expect(within(second!).getByText('MEAN')).toBeTruthy();
  expect(asked[0]?.body).toEqual({
    filters: [
      { field: 'OwnerName', operator: 'Contains', value: 'Pu' },
      { field: 'IsReviewed', operator: 'EqualTo', value: false },
    ],
    sorts: [{ field: 'OwnerName', direction: 'Ascending' }],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Mark as reviewed: Suction of Pump' }));
  await waitFor(() => expect(screen.queryByText('Suction')).toBeNull());
  expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ isReviewed: true });
});
