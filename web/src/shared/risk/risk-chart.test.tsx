import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { RiskChart } from './risk-chart.tsx';

it('downloads the displayed curve as a picture', async () => {
  const pictured: string[] = [];
  const saved: string[] = [];
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        pictured.push(decodeURIComponent(address));
      }
      decode = (): Promise<void> => Promise.resolve();
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const probability = {
    distribution: 'weibull',
    percent: null,
    type: 'cdf',
    shape: 2,
    scale: 'P1000D',
  } as const;
  const mission = { startDate: '2024-01-01T00:00:00.000Z', missionTime: 'P365D' };
  const risk = { probability, consequence: { value: 1000, description: '' } };
  show(<RiskChart risk={risk} mission={mission} />, '/', '/');
  await userEvent.click(
    await screen.findByRole('button', { name: 'Download picture of probability over time' }),
  );
  await expect.poll(() => saved).toEqual(['probability over time.png']);
  expect(pictured[0]).toContain('aria-label="Probability over time"');
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.queryByRole('button', { name: /^Download picture/ })).toBeNull();
});

const weibull = { distribution: 'weibull', percent: null, type: 'cdf', shape: 2, scale: 'P1000D' } as const;
const consequence = { value: 1000, description: '' };
const start = '2024-01-01T00:00:00.000Z';

it.each([
  [null, consequence, start, 'P365D', 'Missing probability or consequence.'],
  [weibull, null, start, 'P365D', 'Missing probability or consequence.'],
  [weibull, consequence, null, 'P365D', 'Start date not specified.'],
  [weibull, consequence, start, null, 'Mission time not specified.'],
])('explains why there is no chart: %#', async (probability, cost, startDate, missionTime, message) => {
  const risk = { probability, consequence: cost } as Parameters<typeof RiskChart>[0]['risk'];
  show(<RiskChart risk={risk} mission={{ startDate, missionTime }} />, '/', '/');
  expect(await screen.findByText(`Unable to generate chart. ${message}`)).toBeTruthy();
});

it.each([
  ['P10D', '2024-01-11: less than 1%, risk $0'],
  ['P365D', '2024-12-31: 12%, risk $120'],
  ['P2500D', '2030-11-05: greater than 99%, risk $990'],
])('announces the value at the end of the curve, after %s', async (missionTime, text) => {
  show(
    <RiskChart risk={{ probability: weibull, consequence }} mission={{ startDate: start, missionTime }} />,
    '/',
    '/',
  );
  const chart = await screen.findByRole('application', { name: 'Probability over time' });
  // Without a cursor, the arrow key starts at the end.
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  expect(screen.getByRole('status').textContent).toBe(text);
});
