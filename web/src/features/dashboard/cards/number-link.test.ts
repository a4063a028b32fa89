import { afterEach, expect, it, vi } from 'vitest';
import { buildLink } from './number-link.ts';

afterEach(() => vi.useRealTimers());

const values = { range: { from: 'now-1M/M', to: 'now/M' } };

it('links to the advisories created in the range, in the time zone of the user', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-15T12:00:00Z') });
  const source = { kind: 'figure', figure: 'new-advisories' } as const;
  const created = 'created=2026-01-31T23%3A00%3A00.000Z%2F2026-02-28T23%3A00%3A00.000Z';
  expect(buildLink(source, values, 'Europe/Berlin')).toBe(`/apps/advisories?${created}`);
  expect(buildLink(source, { ...values, twin: 4 }, 'Europe/Berlin')).toBe(
    `/apps/twins/4/advisories?${created}`,
  );
  expect(buildLink(source, { ...values, site: 12 }, 'Europe/Berlin')).toBe(
    `/apps/advisories?${created}&siteId=12`,
  );
});

it('links to twins above level zero that have data', () => {
  const source = { kind: 'figure', figure: 'twins-above-zero' } as const;
  expect(buildLink(source, values, 'UTC')).toBe('/apps/twins?level=1-1000&state=with-data');
});
