import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LifeData } from '@twinward/contracts/risk/life-data';
import { fitLives } from '@twinward/domain/risk/life-fit';
import { expect, it } from 'vitest';
import { page, serve, show, viewer } from '../../testing/show.tsx';
import { LifeDataPage } from './life-data-page.tsx';
import { formatCsv } from './lives-download.tsx';

const ages = [17, 5, 12].map((days) => ({ days, failed: true }));
const still = [20, 25].map((days) => ({ days, failed: false }));
const fit = fitLives([...ages, ...still], { method: 'maximum-likelihood', shape: null, confidence: 0.9 });
const lives = [...ages, ...still].map((life, place) => ({
  ...life,
  assetId: place + 1,
  assetName: `Press ${place + 1}`,
  from: '2020-01-01T00:00:00.000Z',
  to: '2020-02-01T00:00:00.000Z',
  end: life.failed ? 'failure' : 'last-seen',
  workIds: [],
}));
const data = {
  title: 'Presses',
  assets: 5,
  leftOut: [],
  endingNow: 0,
  lives,
  fit,
  problem: null,
  library: null,
} as LifeData;
const writer = { ...viewer, assignedRecordTypes: ['twin'] };
const twin = { id: 3, version: 7, assetName: 'Press 1' };
const answers = (answer: LifeData = data) => ({
  'POST /api/life-data': () => Response.json(answer),
  'GET /api/assets/taxonomy/list': () => Response.json([]),
  'GET /api/twins/3': () => Response.json(twin),
  'PUT /api/life-data/twins/3': () => Response.json(twin),
});
const address = '/apps/lifedata?asset=1&twin=3';

it('explains what to choose before lives are chosen', async () => {
  serve(answers());
  show(<LifeDataPage />, '/apps/lifedata', '/apps/lifedata');
  expect(await screen.findByText('No assets chosen.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('shows the fit with bounds, warnings and lives, and applies it to the twin with one click', async () => {
  const asked = serve(answers());
  show(<LifeDataPage />, '/apps/lifedata', address, writer);
  expect(await screen.findByRole('heading', { name: 'Weibull fit of Presses' })).toBeTruthy();
  expect(screen.getByText(/^1.5747 \(/)).toBeTruthy();
  expect(screen.getByText(/^23.065 days \(/)).toBeTruthy();
  expect(screen.getByText('90 % two-sided, Fisher matrix')).toBeTruthy();
  expect(
    screen.getByText('Only 3 failures: the result may change considerably with the next one.'),
  ).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Lives' }).querySelectorAll('tbody tr').length).toBe(5);
  await userEvent.click(await screen.findByRole('button', { name: 'Apply to the twin of Press 1' }));
  expect(await screen.findByText(/The fit was applied to the twin\./)).toBeTruthy();
  expect(asked.find(({ call }) => call === 'PUT /api/life-data/twins/3')?.body).toEqual({
    source: { type: 'asset', assetId: 1 },
    method: 'maximum-likelihood',
    preventiveRenews: false,
    shape: null,
    confidence: 0.9,
    until: null,
    version: 7,
  });
});

it('applies the fit of an analysis to all of its assets', async () => {
  const asked = serve({
    ...answers(),
    'PUT /api/life-data/riskanalyses/9': () => Response.json({ changed: 5 }),
  });
  show(<LifeDataPage />, '/apps/lifedata', '/apps/lifedata?analysis=9', {
    ...viewer,
    assignedRecordTypes: ['risk-analysis'],
  });
  const name = 'Apply to all these assets';
  await userEvent.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText(/The fit was applied to the analysis\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Apply to analysis' })).toBeNull();
  expect(asked.find(({ call }) => call === 'PUT /api/life-data/riskanalyses/9')?.body).toMatchObject({
    source: { type: 'risk-analysis', riskAnalysisId: 9 },
    method: 'maximum-likelihood',
  });
});

it('repeats the fit with another method or a known shape', async () => {
  const asked = serve(answers());
  show(<LifeDataPage />, '/apps/lifedata', address);
  await screen.findByRole('heading', { name: 'Weibull fit of Presses' });
  expect(
    screen.queryByRole('button', { name: /^(Apply to (the twin|analysis)|Save to library)/ }),
  ).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Method'), 'Weibayes');
  await userEvent.type(screen.getByLabelText('Known shape'), '2');
  await waitFor(() =>
    expect(asked.at(-1)?.body).toMatchObject({ method: 'weibayes', shape: 2, preventiveRenews: false }),
  );
});

it('pools the lives of chosen assets, with bounds of the chosen confidence', async () => {
  const press = (id: number) => ({ id, assetName: `Press ${id}`, uniqueId: `PR-${id}` });
  const asked = serve({
    ...answers(),
    'GET /api/assets': () => Response.json([press(3)]),
    'POST /api/assets/filters': () => page([press(3), press(7)]),
  });
  const router = show(<LifeDataPage />, '/apps/lifedata', '/apps/lifedata?of=assets&assets=3,x');
  expect(await screen.findByText('Press 3 (PR-3)')).toBeTruthy();
  const last = () => asked.findLast(({ call }) => call === 'POST /api/life-data')?.body;
  await expect.poll(last).toMatchObject({ source: { type: 'assets', assetIds: [3] }, confidence: 0.9 });
  await userEvent.click(screen.getByLabelText('Assets'));
  await userEvent.click(await screen.findByRole('option', { name: 'Press 7 (PR-7)' }));
  await expect.poll(last).toMatchObject({ source: { type: 'assets', assetIds: [3, 7] } });
  expect(new URLSearchParams(router.state.location.search).get('assets')).toBe('3,7');
  await userEvent.selectOptions(screen.getByLabelText('Confidence of the bounds'), '95 %');
  await expect.poll(last).toMatchObject({ confidence: 0.95 });
});

it('shows why there is no fit', async () => {
  serve(answers({ ...data, fit: null, problem: 'There are no lives.' }));
  show(<LifeDataPage />, '/apps/lifedata', address);
  expect(await screen.findByText('There are no lives.')).toBeTruthy();
});

it('limits lives to a time range, and shows censored and omitted lives', async () => {
  const leftOut = [1, 2, 3, 4, 5, 6].map((id) => ({
    assetId: id,
    assetName: `Press ${id}`,
    reason: 'unknown-start' as const,
    count: 1,
  }));
  const asked = serve(answers({ ...data, leftOut, endingNow: 2 }));
  show(<LifeDataPage />, '/apps/lifedata', address);
  expect(await screen.findByText(/^2 lives end now because the assets have no points\./)).toBeTruthy();
  expect(
    screen.getByText(
      '6 lives excluded because the twin has no start date, so the age is unknown: Press 1, Press 2, Press 3, Press 4, Press 5 and 1 more.',
    ),
  ).toBeTruthy();
  const until = await screen.findByRole('group', { name: 'Observed until' });
  await userEvent.click(within(until).getByRole('spinbutton', { name: 'Year' }));
  await userEvent.keyboard('202103040506AM');
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ until: '2021-03-04T05:06:00.000Z' });
});

it('exports the lives as csv, with formulas escaped', () => {
  const [life] = data.lives;
  expect(formatCsv({ ...data, lives: [{ ...life!, assetName: '=1+1, "x"' }] })).toBe(
    'asset,days,end,from,to\r\n"\'=1+1, ""x""",17,failed,2020-01-01T00:00:00.000Z,2020-02-01T00:00:00.000Z\r\n',
  );
});
