import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Twin } from '@twinward/contracts/twins/twin';
import { describe, expect, it } from 'vitest';
import { serve, show } from '../../testing/show.tsx';
import { TwinState } from './twin-state.tsx';

const twin = { id: 5, assetName: 'Feed pump', level: 300, active: false } as Twin;

describe('the state of a twin', () => {
  it('shows its level, whether it is active, and whether the user watches it', async () => {
    const asked = serve({
      'GET /api/twins/watches': () => Response.json([]),
      'GET /api/twins/subscriptions': () => Response.json([5]),
      'POST /api/twins/watches/5': () => new Response(null, { status: 204 }),
    });
    show(<TwinState twin={twin} />, '/', '/');
    expect(screen.getByText('300')).toBeTruthy();
    expect(screen.getByText('Inactive')).toBeTruthy();
    await screen.findByRole('button', { name: 'Unsubscribe from this twin: Feed pump' });
    await userEvent.click(await screen.findByRole('button', { name: 'Add to watchlist: Feed pump' }));
    expect(asked.map(({ call }) => call)).toContain('POST /api/twins/watches/5');
  });

  it.each([
    ['2014-02-08T00:00:00.000Z', /^Out of service since 2014-02-08/],
    ['2090-02-08T00:00:00.000Z', /^Out of service from 2090-02-08/],
  ])('shows that it is out of service, without a level: %s', async (outOfServiceAt, text) => {
    serve({
      'GET /api/twins/watches': () => Response.json([]),
      'GET /api/twins/subscriptions': () => Response.json([]),
    });
    show(<TwinState twin={{ ...twin, level: null, outOfServiceAt }} />, '/', '/');
    const chip = await screen.findByText(/^Out of service/);
    expect(chip.textContent).toMatch(text);
    expect(screen.queryByText('–')).toBeNull();
  });
});
