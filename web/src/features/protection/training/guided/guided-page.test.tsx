import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type {
  IndicatorPattern,
  IndicatorPatternChangeInput,
  PatternChanges,
} from '@twinward/contracts/protections/indicator-pattern';
import type { ProtectionChange } from '@twinward/contracts/protections/protection';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { protectionWith } from '../../../../testing/protections.ts';
import { type Asked, serve, show, viewer } from '../../../../testing/show.tsx';
import { GuideRoute } from '../pattern-routes.tsx';

const noMatch = { id: 1, name: 'No match', default: true, color: '#9E9E9E' };
const leak = { id: 2, name: 'Leak', default: false, color: '#D55E00' };
const oldest = '2014-02-10T00:00:00.000Z';
const latest = '2014-02-14T00:00:00.000Z';

let set: IndicatorPattern;
let asked: Asked[];

beforeEach(() => {
  set = {
    id: 4,
    indicatorId: 1,
    trainingStart: null,
    trainingEnd: null,
    patterns: [noMatch, leak],
    training: [],
    model: null,
    version: 7,
    pipeline: null,
    checksum: null,
    isCurrent: false,
    strictness: 'normal',
    confidence: 0.25,
    stepSeconds: null,
    condition: null,
    mostRefused: 0.2,
    mostWrong: 0.2,
  };
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  const protection = {
    ...protectionWith({ name: 'Seal', thresholds: [] }),
    type: 'pattern',
    indicatorPattern: { id: 4, patterns: set.patterns, modelVersion: null, isCurrent: false },
  };
  asked = serve({
    'GET /api/indicators/1': () => Response.json(protection),
    'PUT /api/indicators/1': ({ body }) =>
      Response.json({
        ...protection,
        ...(body as ProtectionChange),
        thresholds: [],
        aliases: [],
        version: 2,
      }),
    'GET /api/twins/5': () => Response.json({ id: 5, assetName: 'Pump', active: true, level: 0 }),
    'GET /api/twins/5/tag-aliases': () => Response.json([]),
    'GET /api/twins/5/failure-modes': () => Response.json([]),
    'GET /api/tags/7': () => Response.json({ id: 7, oldestTime: oldest, latestTime: latest }),
    'POST /api/tags/data-points/oldest': () => Response.json({ time: oldest }),
    'GET /api/indicator-patterns/4': () => Response.json(set),
    'PUT /api/indicator-patterns/4/patterns': ({ body }) => {
      const { patterns } = body as PatternChanges;
      set = {
        ...set,
        version: set.version + 1,
        patterns: patterns.map((one, index) => ({
          id: one.id ?? 10 + index,
          name: one.name,
          default: index === 0,
          color: one.color!,
        })),
      };
      return Response.json(set);
    },
    'PUT /api/indicator-patterns/4': ({ body }) => {
      if ((body as IndicatorPatternChangeInput).version !== set.version) {
        return Response.json({ message: 'Outdated.' }, { status: 409 });
      }
      set = { ...set, version: set.version + 1 };
      return Response.json(set);
    },
    'GET /api/indicator-patterns/4/train/status': () => new Response(null, { status: 204 }),
    'GET /api/indicators/1/simulations': () => new Response(null, { status: 204 }),
    'POST /api/simulations': () => Response.json({ id: 9 }),
  });
});

const open = (step: string, recordTypes = ['protection']) =>
  show(<GuideRoute />, '/apps/protections/:id/train2', `/apps/protections/1/train2?step=${step}`, {
    ...viewer,
    assignedRecordTypes: recordTypes,
  });
const sent = (call: string) => asked.filter((one) => one.call === call).map(({ body }) => body);

describe('the guided page', () => {
  it('saves the named patterns, and opens the next step', async () => {
    const router = open('patterns');
    await userEvent.click(await screen.findByRole('button', { name: 'Add pattern' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect(within(dialog).getByText('Required.')).toBeDefined();
    await userEvent.type(within(dialog).getByLabelText(/^Name/), 'Wear');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(router.state.location.search).toBe('?step=ranges'));
    expect(sent('PUT /api/indicator-patterns/4/patterns')).toMatchObject([
      { indicatorId: 1, patterns: [{ id: 1 }, { id: 2 }, { name: 'Wear' }], version: 7 },
    ]);
    expect(sent('PUT /api/indicator-patterns/4')).toMatchObject([{ version: 8 }]);
  });

  it('proposes thresholds, saves them and simulates the whole history', async () => {
    const router = open('thresholds');
    expect(await screen.findByText('MATCHESPATTERN("Leak")')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Save and simulate' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/apps/protections/5/1/simulation'));
    expect(sent('PUT /api/indicators/1')).toMatchObject([
      {
        type: 'pattern',
        active: true,
        thresholds: [{ name: 'Leak', logic: 'MATCHESPATTERN("Leak")', level: 500 }],
        version: 1,
      },
    ]);
    expect(sent('POST /api/simulations')).toEqual([
      {
        id: null,
        indicatorId: 1,
        twinId: 5,
        startTime: Date.parse(oldest),
        endTime: Date.parse(latest) + 60_000,
      },
    ]);
  });

  it('shows viewers the saved thresholds without proposals', async () => {
    open('thresholds', []);
    await screen.findByRole('button', { name: 'Open simulation' });
    expect(screen.queryByText('MATCHESPATTERN("Leak")')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save and simulate' })).toBeNull();
  });
});
