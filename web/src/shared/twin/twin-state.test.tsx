import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Twin } from '@twinward/contracts/twins/twin';
import { describe, expect, it } from 'vitest';
import { serve, show } from '../../testing/show.tsx';
import { TwinState } from './twin-state.tsx';

const twin = { id: 5, level: 300, active: false } as Twin;

describe('the state of a twin', () => {
  it('is its level, whether it is active, and what the user follows of it', async () => {
    const asked = serve({
      'GET /api/twins/watches': () => Response.json([]),
      'GET /api/twins/subscriptions': () => Response.json([5]),
      'POST /api/twins/watches/5': () => new Response(null, { status: 204 }),
    });
    show(<TwinState twin={twin} />, '/', '/');
    expect(screen.getByText('300')).toBeTruthy();
    expect(screen.getByText('Inactive')).toBeTruthy();
    await screen.findByRole('button', { name: 'Unsubscribe from this twin' });
    await userEvent.click(await screen.findByRole('button', { name: 'Add to watchlist' }));
    expect(asked.map(({ call }) => call)).toContain('POST /api/twins/watches/5');
  });
});
