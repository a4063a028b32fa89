import { cleanup, screen } from '@testing-library/react';
import { recordTypes } from '@twinward/contracts/access/access';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { AdvisoriesPage } from '../features/advisory/advisories-page.tsx';
import { AssetTagsPage } from '../features/asset/asset-tags-page.tsx';
import { AssetsPage } from '../features/asset/assets-page.tsx';
import { ProtectionsPage } from '../features/protection/plant/protections-page.tsx';
import { RiskAnalysesPage } from '../features/risk-analysis/risk-analyses-page.tsx';
import { TwinsPage } from '../features/twin/twins-page.tsx';
import { WorkPage } from '../features/work/work-page.tsx';
import { page, serve, show, viewer } from '../testing/show.tsx';

const lists: [path: string, list: () => ReactNode, step: RegExp][] = [
  ['/apps/twins', TwinsPage, /^Create the first twin$/],
  ['/apps/assets', AssetsPage, /^(Add the first asset|Import a list)$/],
  ['/apps/assets/12/tags/:tagId?', AssetTagsPage, /^Add the first tag$/],
  ['/apps/protections/:id?', ProtectionsPage, /^Choose a twin to protect$/],
  ['/apps/advisories', AdvisoriesPage, /^Choose a twin to draft an advisory$/],
  ['/apps/riskanalyses', RiskAnalysesPage, /^Create the first analysis$/],
  ['/apps/twins/5/work', WorkPage, /^Record the first work$/],
];

const answers = {
  ...Object.fromEntries(
    ['twins', 'assets', 'tags', 'indicators', 'advisories', 'riskanalyses', 'work'].map((name) => [
      `POST /api/${name}/filters`,
      () => page([]),
    ]),
  ),
  'GET /api/assets/12': () => Response.json({ id: 12, assetName: 'Pump', twinId: null, path: [] }),
  'GET /api/twins/5': () => Response.json({ id: 5, assetName: 'Pump' }),
  'GET /api/twins/5/tag-aliases': () =>
    Response.json([{ id: 1, name: 'Jobs', type: 'work', mappedTagId: 30, mappedTagName: 'WORK' }]),
};

it.each(lists)('the empty list %s offers the first step to users with access', async (path, List, step) => {
  const steps = () =>
    [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')].filter(({ textContent }) =>
      step.test(textContent),
    );
  const address = path.replace(/\/:.*/, '');
  serve(answers);
  show(<List />, path.replace('/12/', '/:assetId/').replace('/5/', '/:twinId/'), address);
  await screen.findByText(/^No .* yet\.$/);
  expect(steps()).toHaveLength(0);
  cleanup();

  show(<List />, path.replace('/12/', '/:assetId/').replace('/5/', '/:twinId/'), address, {
    ...viewer,
    assignedRecordTypes: [...recordTypes],
  });
  await screen.findByText(/^No .* yet\.$/);
  expect(steps().length).toBeGreaterThan(0);
});
