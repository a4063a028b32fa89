import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Suggestion } from '@twinward/contracts/twins/mapping';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answers, type Asked, page, serve, show, viewer } from '../../../testing/show.tsx';
import { MappingPage } from './mapping-page.tsx';

const alias = (id: number, name: string, mappedTagId: number | null = null): TagAlias => ({
  id,
  twinId: 5,
  calculatedTagId: null,
  mappedTagId,
  mappedTagName: mappedTagId === null ? null : `TAG-${mappedTagId}`,
  mappedTagUnit: null,
  type: 'data_point',
  name,
  description: '',
  keywords: [],
  unit: null,
  uomId: null,
  options: {},
  version: 1,
  latestTime: null,
  latestValue: null,
});
const suggestion = (tagId: number, score: number): Suggestion => ({
  tagId,
  name: `TAG-${tagId}`,
  caption: `TAG-${tagId}`,
  description: '',
  unit: null,
  isCalculated: false,
  assetName: 'Pump',
  isOfAsset: true,
  latestTime: null,
  latestValue: null,
  score,
  parts: [{ part: 'name', score, weight: 1, matched: ['flow'] }],
});

let aliases: TagAlias[];
let asked: Asked[];
let answers: Answers;

interface Modification {
  flag: string;
  model: TagAlias;
}

beforeEach(() => {
  aliases = [alias(1, 'Flow'), alias(2, 'Head', 22), alias(3, 'Power')];
  const suggested: Record<number, Suggestion[]> = {
    1: [suggestion(11, 0.914), suggestion(12, 0.4)],
    2: [suggestion(22, 1)],
    3: [suggestion(33, 0.7)],
  };
  answers = {
    'GET /api/twins/5': () => Response.json({ id: 5, assetName: 'Pump', level: 0, active: true }),
    'GET /api/twins/5/tag-aliases': () => Response.json(aliases),
    'GET /api/uom/units': () => Response.json([]),
    'GET /api/settings/user/units': () => Response.json({ units: {} }),
    'POST /api/tag-aliases/suggestions': ({ body }) =>
      Response.json(
        (body as { aliasIds: number[] }).aliasIds.map((aliasId) => ({
          aliasId,
          suggestions: suggested[aliasId],
        })),
      ),
    'POST /api/tag-aliases/modifications': ({ body }) => {
      const models = (body as Modification[]).map(({ model }) => model);
      aliases = aliases.map((one) => {
        const model = models.find(({ id }) => id === one.id);
        return model ? { ...alias(one.id, one.name, model.mappedTagId), version: one.version + 1 } : one;
      });
      return Response.json(aliases.filter(({ id }) => models.some((model) => model.id === id)));
    },
  };
  asked = serve(answers);
});

const writer = { ...viewer, assignedRecordTypes: ['twin'] };
const open = (user = writer) =>
  show(<MappingPage />, '/apps/twins/:twinId/tags/:tagId?/mapping', '/apps/twins/5/tags/mapping', user);
const moves = () =>
  asked
    .filter(({ call }) => call === 'POST /api/tag-aliases/modifications')
    .map(({ body }) => (body as Modification[]).map(({ model }) => [model.id, model.mappedTagId]));
const input = (name: RegExp) =>
  within(screen.getByRole('list', { name: 'Inputs' })).getByRole('button', { name });

describe('the mapping of a twin', () => {
  it('shows the state of each input, and suggestions with their score and reasons', async () => {
    open(viewer);
    expect(
      await screen.findByRole('button', { name: 'TAG-11 name: flow No points 91 % match' }),
    ).toBeTruthy();
    expect(input(/Flow Not mapped 91 %/).getAttribute('aria-current')).toBe('true');
    expect(input(/^Head TAG-22$/)).toBeTruthy();
    expect(screen.getByText('1 of 3 inputs are mapped.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Map / })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^TAG-11/ }));
    expect(moves()).toEqual([]);
  });

  it('shows how a tag is converted, and which one cannot be converted', async () => {
    const unit = (code: string, categoryId: number, factor: number) => {
      return { code, abbreviation: code, categoryId, factor, offset: 0 };
    };
    aliases = [{ ...alias(1, 'Flow'), unit: 'bar' }];
    const suggestions = [
      { ...suggestion(11, 0.9), unit: 'kPa', latestTime: '2024-01-31T00:00:00Z', latestValue: 501 },
      { ...suggestion(12, 0.2), unit: 'Cel' },
    ];
    answers['GET /api/uom/units'] = () =>
      Response.json([unit('kPa', 1, 1000), unit('bar', 1, 100_000), unit('Cel', 2, 1)]);
    answers['POST /api/tag-aliases/suggestions'] = () => Response.json([{ aliasId: 1, suggestions }]);
    answers['GET /api/tags/11/data-points'] = () =>
      Response.json({ tagId: 11, from: 0, to: 1, points: { times: [0], values: [5.01] } });
    open();
    expect(await screen.findByText('kPa → bar, × 0.01 · name: flow')).toBeTruthy();
    expect(await screen.findByText('5.01 bar')).toBeTruthy();
    expect(screen.getByText('Cel can’t be read in bar · name: flow')).toBeTruthy();
    const read = asked.filter(({ call }) => call === 'GET /api/tags/11/data-points').at(-1);
    expect(read?.query.get('unit')).toBe('bar');
  });

  it('shows reviewers the unit of an input before an upgrade', async () => {
    const reviews = [{ id: 1, oldUnit: 'bar', newUnit: 'kPa' }];
    answers['POST /api/tag-aliases/unit-reviews/filters'] = () => page(reviews);
    open({ ...writer, assignedRecordTypes: ['twin', 'protection'] });
    expect(
      await screen.findByText(
        /^An upgrade changed the unit of this input from bar to kPa, the unit of its tag\./,
      ),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Units to review' }).getAttribute('href')).toBe(
      '/settings/unit-reviews',
    );
  });

  it('works by keyboard only, and can be undone', async () => {
    const user = userEvent.setup();
    open();
    await screen.findByRole('button', { name: /^TAG-11/ });
    input(/Flow/).focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^TAG-11/ })));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(moves()).toEqual([[[1, 11]]]));
    // Moves to the next input without a tag.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^TAG-33/ })));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(input(/Power/)));
    await user.keyboard('u');
    await waitFor(() => expect(moves()).toHaveLength(2));
    expect(moves()[1]).toEqual([[1, null]]);
    await waitFor(() => expect(screen.getByText('1 of 3 inputs are mapped.')).toBeTruthy());
    await user.keyboard('n');
    expect(document.activeElement).toBe(input(/Flow/));
  });

  it('maps all sufficiently likely inputs in one step, which can be undone at once', async () => {
    const user = userEvent.setup();
    open();
    await user.click(await screen.findByRole('button', { name: 'Map 1' }));
    await waitFor(() => expect(moves()).toEqual([[[1, 11]]]));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Minimum match' }), '50');
    await user.click(await screen.findByRole('button', { name: 'Map 1' }));
    await waitFor(() => expect(screen.getByText('3 of 3 inputs are mapped.')).toBeTruthy());
    expect(screen.getByRole('button', { name: 'None to map' }).hasAttribute('disabled')).toBe(true);
    const undo = screen.getByRole('button', { name: 'Undo' });
    await waitFor(() => expect(undo).toHaveProperty('disabled', false));
    await user.click(undo);
    await waitFor(() => expect(moves()[2]).toEqual([[3, null]]));
  });

  it('does not undo an input that was mapped by another user since', async () => {
    const user = userEvent.setup();
    open();
    await user.click(await screen.findByRole('button', { name: 'Map 1' }));
    await waitFor(() => expect(input(/^Flow TAG-11$/)).toBeTruthy());
    aliases = aliases.map((one) => (one.id === 1 ? { ...alias(1, 'Flow', 12), version: 3 } : one));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Minimum match' }), '50');
    await user.click(await screen.findByRole('button', { name: 'Map 1' }));
    await waitFor(() => expect(input(/^Flow TAG-12$/)).toBeTruthy());
    const undo = screen.getByRole('button', { name: 'Undo' });
    await waitFor(() => expect(undo).toHaveProperty('disabled', false));
    await user.click(undo);
    await waitFor(() => expect(moves()).toEqual([[[1, 11]], [[3, 33]], [[3, null]]]));
    await waitFor(() => expect(input(/^Power Not mapped/)).toBeTruthy());
    expect(undo.hasAttribute('disabled')).toBe(true);
    expect(input(/^Flow TAG-12$/)).toBeTruthy();
  });
});
