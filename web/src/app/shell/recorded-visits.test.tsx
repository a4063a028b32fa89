import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useRecentItems } from '../../shared/recent/recent-items.ts';
import { useSession } from '../../shared/session/session-context.tsx';
import { serve, show } from '../../testing/show.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useRecordedVisits } from './use-recorded-visits.ts';

beforeEach(() => localStorage.clear());

function Recorded({ title }: { title: string }): ReactNode {
  const session = useSession();
  useRecordedVisits(session);
  const items = useRecentItems(session);
  return (
    <Page title={title}>
      <p data-testid="items">{items.map((item) => `${item.kind} ${item.title} ${item.path}`).join('; ')}</p>
    </Page>
  );
}

async function visit(path: string, title: string): Promise<string> {
  serve({});
  show(<Recorded title={title} />, path, path);
  const text = (await screen.findByTestId('items')).textContent;
  cleanup();
  return text;
}

it('records visits of records, latest first and without duplicates', async () => {
  expect(await visit('/apps/twins/7', 'Feed pump')).toBe('Twin Feed pump /apps/twins/7');
  await visit('/apps/assets/3', 'Boiler');
  expect(await visit('/apps/twins/7', 'Feed pump 2')).toBe(
    'Twin Feed pump 2 /apps/twins/7; Asset Boiler /apps/assets/3',
  );
});

it('ignores lists, new records, and pages with an unknown title', async () => {
  await visit('/apps/twins', 'Twins');
  await visit('/apps/riskanalyses/new', 'New risk analysis');
  expect(await visit('/apps/twins/7', '')).toBe('');
});
