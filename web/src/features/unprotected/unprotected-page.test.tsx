import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedFailureMode } from '@twinward/contracts/twins/failure-mode-list';
import { describe, expect, it } from 'vitest';
import { page, serve, show, viewer } from '../../testing/show.tsx';
import { UnprotectedPage } from './unprotected-page.tsx';

const path = '/apps/unprotected';
const mode = (changes: Partial<ListedFailureMode>): ListedFailureMode => ({
  id: 1,
  name: 'Leak',
  mechanism: '1.1',
  twinId: 7,
  assetName: 'Pump 7',
  assetUniqueId: 'P-7',
  assetClassLabel: 'Rotating - Pumps',
  twinActive: true,
  inService: true,
  probability: 20,
  consequence: 10_000,
  risk: 2000,
  isProtected: false,
  protections: [],
  fields: {},
  ...changes,
});
const coverage = {
  covered: 1,
  coveredRisk: 3000,
  uncovered: 3,
  uncoveredRisk: 2500,
  uncoveredWithoutRisk: 1,
};
const engineer = { ...viewer, assignedRecordTypes: ['protection' as const] };

const cells = (): (string | null)[][] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));

describe('the unprotected failure modes', () => {
  it('are sorted by risk, each with a link to a new protection', async () => {
    const asked = serve({
      'GET /api/failure-modes/coverage': () => Response.json(coverage),
      'POST /api/failure-modes/filters': () =>
        page([
          mode({}),
          mode({ id: 2, name: 'Crack', twinActive: false, risk: 500 }),
          mode({
            id: 3,
            name: 'Drift',
            probability: null,
            consequence: null,
            risk: null,
            protections: [{ id: 5, name: 'Flow', active: false }],
          }),
        ]),
    });
    show(<UnprotectedPage />, path, path, engineer);
    await screen.findByRole('table', { name: 'Unprotected failure modes' });
    expect(cells()).toEqual([
      ['LeakPump 7', 'Pump 7', 'No protection', '20 %', '$10,000', '$2,000', 'Protect'],
      ['CrackPump 7', 'Pump 7', 'Twin inactive', '20 %', '$10,000', '$500', 'Protect'],
      ['DriftPump 7', 'Pump 7', 'Inactive: Flow', '–', '–', '–', 'Protect'],
    ]);
    expect(asked.find(({ call }) => call === 'POST /api/failure-modes/filters')?.body).toEqual({
      filters: [
        { field: 'IsProtected', operator: 'EqualTo', value: false, dataType: 'B' },
        { field: 'InService', operator: 'EqualTo', value: true, dataType: 'B' },
      ],
      sorts: [{ field: 'Risk', direction: 'Descending' }],
    });
    const link = screen.getByRole('link', { name: 'Protect against Leak' });
    expect(link.getAttribute('href')).toBe('/apps/twins/7/protections/new/edit?against=1');
    expect(screen.getByRole('link', { name: /^Leak/ }).getAttribute('href')).toBe(link.getAttribute('href'));
    const figures = within(await screen.findByRole('group', { name: 'Risk not covered' }));
    expect(figures.getByText('$2,500')).toBeTruthy();
    expect(figures.getByText(/3 failure modes, 1 without a risk/)).toBeTruthy();
    expect(within(screen.getByRole('group', { name: 'Risk covered' })).getByText('$3,000')).toBeTruthy();
  });

  it('link to the twin’s coverage for users who may not create protections', async () => {
    serve({
      'GET /api/failure-modes/coverage': () => Response.json(coverage),
      'POST /api/failure-modes/filters': () => page([mode({})]),
    });
    show(<UnprotectedPage />, path, path);
    const link = await screen.findByRole('link', { name: /^Leak/ });
    expect(link.getAttribute('href')).toBe('/apps/twins/7/protection');
    expect(screen.queryByRole('link', { name: 'Protect against Leak' })).toBeNull();
  });

  it('are filtered by the URL', async () => {
    const asked = serve({
      'GET /api/failure-modes/coverage': () => Response.json(coverage),
      'POST /api/failure-modes/filters': () => page([]),
    });
    show(<UnprotectedPage />, path, `${path}?search=pump&risk=unknown&twin=active&sort=AssetName`);
    expect(await screen.findByText('No results found.')).toBeTruthy();
    const body = asked.find(({ call }) => call === 'POST /api/failure-modes/filters')!.body as {
      filters: unknown[];
      sorts: unknown[];
    };
    expect(body.filters.slice(2)).toEqual([
      {
        operator: 'GroupOr',
        filters: ['Name', 'AssetName', 'AssetUniqueId'].map((field) => ({
          field,
          operator: 'Contains',
          value: 'pump',
          dataType: 'C',
        })),
      },
      { field: 'Risk', operator: 'IsNull', dataType: 'N' },
      { field: 'TwinActive', operator: 'EqualTo', value: true, dataType: 'B' },
    ]);
    expect(body.sorts).toEqual([{ field: 'AssetName', direction: 'Ascending' }]);
  });

  it('distinguish an empty list from full coverage', async () => {
    serve({
      'GET /api/failure-modes/coverage': () => Response.json({ ...coverage, uncovered: 0, uncoveredRisk: 0 }),
      'POST /api/failure-modes/filters': () => page([]),
    });
    show(<UnprotectedPage />, path, path);
    expect(
      await screen.findByText('Each failure mode of an asset in service is covered by an active protection.'),
    ).toBeTruthy();
  });

  it('show why an export failed', async () => {
    serve({
      'GET /api/failure-modes/coverage': () => Response.json(coverage),
      'POST /api/failure-modes/filters': () => page([mode({})]),
      'POST /api/failure-modes/export': () =>
        Response.json(
          { message: 'One workbook takes 100,000 failure modes. Please choose fewer by filters.' },
          { status: 413 },
        ),
    });
    show(<UnprotectedPage />, path, path);
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText(/One workbook takes 100,000 failure modes/)).toBeTruthy();
  });
});
