import type { QueryClient } from '@tanstack/react-query';
import type { ChangedKind, LiveEvent } from '@twinward/contracts/core/event';
import { isBeingDeleted } from '../api/mutation-effects.ts';
import type { Entity, Key } from '../api/query-key.ts';

type Concern = { entities: ReadonlySet<Entity>; ids: Record<string, ReadonlySet<unknown>> };

/** The entities that show records and settings of each kind. The audit trail shows all audited changes. */
const shownBy: Record<ChangedKind, readonly Entity[]> = {
  activity: ['activities', 'twins', 'protections'],
  address: [],
  advisory: ['advisories', 'watches', 'twins'],
  asset: [
    'assets',
    'twins',
    'tags',
    'risk-analyses',
    'risk-analysis-assets',
    'protections',
    'failure-modes',
    'search',
  ],
  benchmark: ['taxonomy', 'risk-analyses', 'risk-analysis-assets', 'assets'],
  consequence: ['twins', 'failure-modes', 'risk-analyses', 'risk-analysis-assets', 'watches', 'assets'],
  'data points': ['tags', 'tag-aliases', 'data-points', 'twins'],
  'failure-mode': ['failure-modes', 'twins', 'risk-analyses', 'risk-analysis-assets'],
  group: ['groups', 'users', 'principals'],
  protection: [
    'protections',
    'twins',
    'twin-levels',
    'failure-modes',
    'excursions',
    'levels',
    'simulations',
    'watches',
    'search',
  ],
  'improvement-option': ['risk-analyses', 'risk-analysis-assets'],
  'risk-analysis': ['risk-analyses', 'risk-analysis-assets', 'twins', 'assets', 'search'],
  'risk-analysis-asset': ['risk-analyses', 'risk-analysis-assets', 'twins', 'assets'],
  scenario: ['risk-analyses'],
  setting: [
    'risk-analyses',
    'edition',
    'mail-settings',
    'help-settings',
    'early-points',
    'session-settings',
    'plant-time-zone',
    'video-player',
    'video-settings',
    'identity-provider',
    'external-sign-in',
    'second-factor-settings',
  ],
  tag: ['tags', 'tag-aliases', 'assets', 'twins', 'protections', 'suggestions', 'search'],
  'tag-alias': ['tag-aliases', 'twins', 'tags', 'protections', 'suggestions', 'mappings', 'unit-reviews'],
  // Marked ranges, by which protections are scored, belong to the twin.
  twin: [
    'twins',
    'twin-levels',
    'protections',
    'failure-modes',
    'simulations',
    'assets',
    'watches',
    'risk-analyses',
    'risk-analysis-assets',
    'search',
  ],
  user: [
    'users',
    'groups',
    'principals',
    'notification-settings',
    'email-change',
    'second-factors',
    'user-second-factor',
  ],
  work: ['work', 'mtbf', 'tag-aliases', 'protections', 'twins'],
  audit: [],
  mail: ['mails'],
  mark: ['watches', 'subscriptions'],
  simulation: ['simulations'],
  'user-setting': ['appearance', 'display-units', 'watchlist-sort', 'notification-settings', 'watches'],
};

function concernOf(event: LiveEvent): Concern | 'all' {
  switch (event.type) {
    case 'evaluated':
      return {
        entities: new Set(['twins', 'twin-levels', 'protections', 'excursions', 'levels', 'watches']),
        ids: { twinId: new Set(event.twinIds), protectionId: new Set(event.protectionIds) },
      };
    case 'twin-parts':
      return {
        entities: new Set(['twins', 'failure-modes', 'activities', 'protections']),
        ids: { twinId: new Set(event.twinIds) },
      };
    case 'advisories':
      return {
        entities: new Set(['advisories', 'watches']),
        ids: { twinId: new Set(event.twinIds) },
      };
    case 'points':
      return {
        entities: new Set(['twins', 'tags', 'tag-aliases', 'data-points']),
        ids: { tagId: new Set(event.tagIds) },
      };
    case 'work':
      return {
        entities: new Set(['work', 'mtbf', 'tag-aliases']),
        ids: { tagId: new Set(event.tagIds) },
      };
    case 'risk-analysis':
      return {
        entities: new Set(['risk-analyses', 'risk-analysis-assets']),
        ids: { riskAnalysisId: new Set([event.riskAnalysisId]) },
      };
    case 'changed':
      return { entities: new Set<Entity>([...shownBy[event.kind], 'audit']), ids: {} };
    case 'command':
      return {
        entities: new Set(['commands', 'refused-rows', 'demo']),
        ids: { commandId: new Set([event.command.commandId]) },
      };
    case 'notification':
    case 'notifications':
      return { entities: new Set(['notifications']), ids: {} };
    case 'sessions':
      return { entities: new Set(['user', 'own-sessions']), ids: {} };
    case 'opened':
      return { entities: new Set(), ids: {} };
    case 'resync':
      return 'all';
  }
}

/** Whether an event may affect a query: by its entity, and by the record ids in its scope. */
export function isConcerned([entity, scope]: Key, event: LiveEvent): boolean {
  // The session is only refetched when it may have ended.
  if (entity === 'user' && event.type !== 'sessions') return false;
  const concern = concernOf(event);
  if (concern === 'all') return true;
  return (
    concern.entities.has(entity) &&
    Object.entries(concern.ids).every(([name, ids]) => scope[name] === undefined || ids.has(scope[name]))
  );
}

/** Milliseconds over which events are collected, and between two invalidations. */
const gather = 100;
const apart = 1000;

/**
 * Invalidates the queries that live events affect: shortly after the first event, then at most once a second and never
 * while a previous invalidation is running, to limit the load of a busy plant.
 */
export function createRenewer(queryClient: QueryClient): (event: LiveEvent) => void {
  let waiting: LiveEvent[] = [];
  let running = false;
  let renewed = Number.NEGATIVE_INFINITY;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      const wait = Math.max(gather, renewed + apart - performance.now());
      await new Promise((resolve) => setTimeout(resolve, wait));
      const events = waiting;
      waiting = [];
      renewed = performance.now();
      await queryClient
        .invalidateQueries({
          predicate: ({ queryKey }) =>
            events.some((event) => isConcerned(queryKey, event)) && !isBeingDeleted(queryClient, queryKey),
        })
        .catch(() => undefined);
    }
    running = false;
  }

  return (event) => {
    if (event.type === 'command') {
      queryClient.setQueryData(['commands', { commandId: event.command.commandId }], event.command);
    }
    waiting.push(event);
    if (!running) void run();
  };
}
