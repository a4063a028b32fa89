import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { recordRecentItem } from '../../shared/recent/recent-items.ts';
import type { Session } from '../../shared/session/session.ts';
import { shownTitle, useShownTitle } from '../../ui/page/shown-title.ts';

/** The pages of records, whose title is the name of the record, and the kind of record. */
const recordPages: readonly (readonly [pattern: string, kind: string])[] = [
  ['/apps/twins/:id', 'Twin'],
  ['/apps/twins/:twinId/advisories/:id', 'Advisory'],
  ['/apps/assets/:id', 'Asset'],
  ['/apps/riskanalyses/:id', 'Risk analysis'],
  ['/apps/library/twin-models/:id', 'Twin model'],
  ['/tools/records/:id', 'Record'],
  ['/tools/query/:id', 'Query'],
];

/** Records the opened records for the search. */
export function useRecordedVisits(session: Session | null): void {
  const { pathname } = useLocation();
  const changed = useShownTitle();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rendered title may belong to the previous page
  useEffect(() => {
    const title = shownTitle();
    const page = recordPages.find(([pattern]) => /\d+$/.test(matchPath(pattern, pathname)?.params.id ?? ''));
    if (session === null || page === undefined || title === '') return;
    recordRecentItem(session, { path: pathname, title, kind: page[1] });
  }, [session, pathname, changed]);
}
