import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { protectionWith, thresholdWith } from '../../testing/protections.ts';
import { page, serve, show } from '../../testing/show.tsx';
import { TwinLevel } from './why-level.tsx';
import { WhyProtectionLevel } from './why-protection-level.tsx';

const twin = { id: 7, level: 750, active: true, silentSince: null };

it('explains the level of a twin by its protections when opened', async () => {
  const asked = serve({
    'GET /api/twins/7/protections': () =>
      page([
        protectionWith({
          id: 1,
          name: 'Shelved',
          level: 900,
          shelving: { until: '2090-01-01T00:00:00Z', since: '2014-01-01T00:00:00Z', by: null, reason: 'x' },
        }),
        protectionWith({
          id: 2,
          name: 'Bearing',
          level: 750,
          thresholds: [thresholdWith({ id: 3, name: 'Hot' })],
          drivingThresholdId: 3,
        }),
        protectionWith({ id: 4, name: 'Asleep', level: 750, active: false }),
        protectionWith({ id: 5, name: 'Calm', level: 0 }),
      ]),
  });
  show(<TwinLevel twin={twin} name="Pump 7" />, '/', '/');
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Why the level of Pump 7' }));
  const why = within(screen.getByRole('dialog'));
  const link = await why.findByRole('link', { name: 'Bearing' });
  expect(link.parentElement!.textContent).toBe('Bearing: Hot');
  expect(why.queryByText(/Shelved|Asleep|Calm/)).toBeNull();
});

it('notes that the level of a silent twin is the last known one', async () => {
  serve({ 'GET /api/twins/7/protections': () => page([]) });
  show(<TwinLevel twin={{ ...twin, silentSince: '2014-02-18T10:00:00.000Z' }} name="Pump 7" />, '/', '/');
  await userEvent.click(screen.getByRole('button', { name: 'Why the level of Pump 7' }));
  const why = within(screen.getByRole('dialog'));
  expect(why.getByText(/This is the last known level\.$/)).toBeTruthy();
  expect(why.getByText('Silent since')).toBeTruthy();
});

it('explains the level of a protection with the values of parameters in its logic', async () => {
  serve({});
  const parameter = (name: string, value: number) => ({
    name,
    value,
    kind: 'number' as const,
    unit: 'mm/s',
    description: '',
  });
  const parameters = [parameter('trip', 7.1), parameter('other', 3)];
  show(
    <WhyProtectionLevel
      name="Bearing"
      driving="High"
      logic="[Vibration] > {trip}"
      parameters={parameters}
      evaluated={null}
    />,
    '/',
    '/',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Why this level of Bearing' }));
  const why = within(screen.getByRole('dialog'));
  expect(why.getByText('{trip}')).toBeTruthy();
  expect(why.getByText('7.1 mm/s')).toBeTruthy();
  expect(why.queryByText('{other}')).toBeNull();
});
