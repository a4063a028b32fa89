import type { Query, QueryClient } from '@tanstack/react-query';
import type { ChangedKind, LiveEvent } from '@twinward/contracts/core/event';
import { isBeingDeleted } from '../api/mutation-effects.ts';
import type { Entity, Key } from '../api/query-key.ts';

type Concern = { entities: ReadonlySet<Entity>; ids: Record<string, ReadonlySet<unknown>> };

/** Entities that show the risk of all twins. */
const riskFigures = ['twin-map', 'risk-history', 'priorities'] as const;

/** The entities that show records and settings of each kind. The audit trail is omitted, since it shows all changes. */
const shownBy: Record<ChangedKind, readonly Entity[]> = {
  activity: ['links', 'activities', 'twins', 'protections', 'twin-models'],
  address: [],
  advisory: ['links', 'advisories', 'watches', 'twins', 'priorities'],
  annotation: ['annotations'],
  asset: [
    'links',
    'structure-nodes',
    'assets',
    'twins',
    'tags',
    'risk-analyses',
    'risk-analysis-assets',
    'twin-levels',
    'twin-models',
    'protections',
    'excursions',
    'advisories',
    'watches',
    'work',
    'failure-modes',
    'search',
    ...riskFigures,
  ],
  benchmark: ['taxonomy', 'risk-analyses', 'risk-analysis-assets', 'assets'],
  connection: ['connections', 'connection-sources', 'connection-log', 'tag-feeds', 'tags'],
  consequence: [
    'twins',
    'failure-modes',
    'risk-analyses',
    'risk-analysis-assets',
    'watches',
    'advisories',
    'assets',
    ...riskFigures,
  ],
  'data points': ['tags', 'tag-aliases', 'data-points', 'twins', 'first-steps'],
  'failure-mode': [
    'links',
    'failure-modes',
    'twin-models',
    'twins',
    'advisories',
    'risk-analyses',
    'risk-analysis-assets',
    ...riskFigures,
  ],
  group: ['groups', 'users', 'principals', 'service-accounts', 'start-dashboards'],
  'service-account': ['service-accounts', 'groups'],
  webhook: ['webhooks'],
  package: ['exchange'],
  dashboard: ['dashboards', 'start-dashboards', 'displays'],
  display: ['displays'],
  'figure-alert': ['figure-alerts'],
  'report-subscription': ['report-subscriptions'],
  protection: [
    'first-steps',
    'links',
    'protections',
    'twin-models',
    'twins',
    'twin-levels',
    'failure-modes',
    'excursions',
    'levels',
    'simulations',
    'patterns',
    'pattern-training',
    'advisories',
    'priorities',
    'watches',
    'search',
  ],
  'indicator-pattern': ['patterns', 'pattern-training', 'protections'],
  query: ['queries', 'query-results'],
  record: ['records', 'links', 'structure-nodes', 'search'],
  'record-type': ['record-types', 'records', 'query-types'],
  link: ['links', 'records', 'relationships', 'structure-nodes', 'assets', 'protections', 'twin-map'],
  'improvement-option': ['risk-analyses', 'risk-analysis-assets'],
  list: ['value-lists', 'advisories'],
  relationship: ['relationships', 'links', 'structures', 'structure-nodes', 'query-types'],
  structure: ['structures', 'structure-nodes', 'relationships', 'assets', 'protections', 'twin-map'],
  'risk-analysis': ['links', 'risk-analyses', 'risk-analysis-assets', 'twins', 'assets', 'search'],
  'risk-analysis-asset': ['risk-analyses', 'risk-analysis-assets', 'twins', 'assets'],
  'saved-view': ['saved-views'],
  'twin-model': ['twin-models', 'draft-simulations', 'twins', 'search'],
  scenario: ['risk-analyses'],
  setting: [
    'risk-analyses',
    'risk-history',
    'edition',
    'mail-settings',
    'help-settings',
    'general-settings',
    'retention',
    'sign-in-rules',
    'early-points',
    'session-settings',
    'plant-time-zone',
    'video-player',
    'video-settings',
    'identity-provider',
    'external-sign-in',
    'second-factor-settings',
    'display-units',
    // Alarms are compared with their targets.
    'excursions',
  ],
  // Points are converted from the unit of their tag.
  tag: [
    'connection-sources',
    'connections',
    'tag-feeds',
    'links',
    'tags',
    'tag-aliases',
    'data-points',
    'assets',
    'twins',
    'protections',
    'suggestions',
    'work',
    'search',
  ],
  'tag-alias': [
    'tag-aliases',
    'twins',
    'tags',
    'protections',
    'suggestions',
    'mappings',
    'unit-reviews',
    'twin-models',
    'work',
  ],
  // Protections are scored by marked ranges, which belong to the twin.
  twin: [
    'first-steps',
    'links',
    'twin-models',
    'twin-parameters',
    'structure-nodes',
    'twins',
    'twin-levels',
    'protections',
    'failure-modes',
    'simulations',
    'excursions',
    'advisories',
    'assets',
    'work',
    'mtbf',
    'watches',
    'risk-analyses',
    'risk-analysis-assets',
    'search',
    ...riskFigures,
  ],
  unit: [
    'units',
    'unit-categories',
    'display-units',
    'tags',
    'tag-aliases',
    'data-points',
    'protections',
    'twin-parameters',
    'record-types',
  ],
  'unit-category': ['units', 'unit-categories'],
  user: [
    'users',
    'groups',
    'principals',
    'notification-settings',
    'email-change',
    'second-factors',
    'user-second-factor',
  ],
  work: ['links', 'work', 'mtbf', 'tag-aliases', 'protections', 'twins', 'advisories'],
  audit: [],
  mail: ['mails'],
  mark: ['watches', 'subscriptions'],
  simulation: ['simulations', 'first-steps'],
  'user-setting': [
    'chosen-structure',
    'twin-map',
    'start-dashboards',
    'appearance',
    'first-steps',
    'display-units',
    'watchlist-sort',
    'notification-settings',
    'watches',
  ],
};

function toConcern(event: LiveEvent): Concern | 'all' {
  switch (event.type) {
    case 'evaluated':
      return {
        entities: new Set([
          'twins',
          'twin-levels',
          'priorities',
          'protections',
          'excursions',
          'levels',
          'watches',
          'advisories',
        ]),
        ids: { twinId: new Set(event.twinIds), protectionId: new Set(event.protectionIds) },
      };
    case 'twin-parts':
      return {
        entities: new Set([
          'twins',
          'twin-models',
          'twin-parameters',
          'failure-modes',
          'activities',
          'protections',
        ]),
        ids: { twinId: new Set(event.twinIds) },
      };
    case 'advisories':
      return {
        entities: new Set(['advisories', 'watches', 'priorities']),
        ids: { twinId: new Set(event.twinIds) },
      };
    case 'points':
      return {
        entities: new Set(['twins', 'tags', 'tag-aliases', 'tag-feeds', 'data-points']),
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
        entities: new Set(['commands', 'refused-rows', 'demo', 'pattern-training']),
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

/** Events that change no records. */
const withoutRecords: ReadonlySet<LiveEvent['type']> = new Set([
  'command',
  'notification',
  'notifications',
  'sessions',
  'opened',
]);

/** Whether an event may affect a query: by its entity, and by the record ids in its scope. */
export function isConcerned([entity, scope]: Key, event: LiveEvent): boolean {
  // The session is only refetched when it may have ended.
  if (entity === 'user' && event.type !== 'sessions') return false;
  // Only the page of an advisory shows the progress of its excursions; lists don't.
  if (entity === 'advisories' && event.type === 'evaluated' && scope.advisoryId === undefined) return false;
  // The files of a record of a system type change with its type.
  if (entity === 'records' && event.type === 'changed' && event.kind === scope.files) return true;
  // A query may read any records.
  if (entity === 'query-cards') return !withoutRecords.has(event.type);
  if (entity === 'map-cards')
    return isConcerned(['twin-map', scope], event) || isConcerned(['twin-levels', scope], event);
  const concern = toConcern(event);
  if (concern === 'all') return true;
  return (
    concern.entities.has(entity) &&
    Object.entries(concern.ids).every(([name, ids]) => scope[name] === undefined || ids.has(scope[name]))
  );
}

/** Milliseconds in which events are collected, and minimum milliseconds between two invalidations. */
const gather = 100;
const apart = 1000;

/**
 * Invalidates the queries that live events affect: shortly after the first event, then at most once a second and never
 * while a previous invalidation is running, to limit the load of a busy plant. A query whose `meta` has a longer
 * `renewEvery` waits that long after its last response. A query with a `lag` is invalidated once more if its data may
 * be older than the event.
 */
export function createRenewer(queryClient: QueryClient): (event: LiveEvent) => void {
  let waiting: LiveEvent[] = [];
  let running = false;
  let renewed = Number.NEGATIVE_INFINITY;
  /** Queries that are invalidated later, by their hash. */
  const postponed = new Set<string>();
  /** Times of the last events that concern queries with a lag, by their hash. */
  const concerned = new Map<string, number>();

  /** Postpones the invalidation of a query if its `renewEvery` requires it. Returns whether it did. */
  function postpone(query: Query): boolean {
    const { queryHash, meta, state } = query;
    const { renewEvery = 0, lag = 0 } = meta ?? {};
    if (lag > 0) concerned.set(queryHash, Date.now());
    const wait = renewEvery - (Date.now() - state.dataUpdatedAt);
    if (wait <= 0 || state.data === undefined) {
      renewAgain(query);
      return false;
    }
    if (!postponed.has(queryHash)) invalidateLater(query, wait);
    return true;
  }

  function invalidateLater(query: Query, wait: number): void {
    const { queryHash } = query;
    postponed.add(queryHash);
    setTimeout(() => {
      postponed.delete(queryHash);
      renewAgain(query);
      void queryClient.invalidateQueries({ predicate: (other) => other.queryHash === queryHash });
    }, wait);
  }

  /** Schedules another invalidation of a query if its next data may be older than the last event. */
  function renewAgain(query: Query): void {
    const { renewEvery = 0, lag = 0 } = query.meta ?? {};
    const since = Date.now() - (concerned.get(query.queryHash) ?? 0);
    concerned.delete(query.queryHash);
    if (since < lag && !postponed.has(query.queryHash)) invalidateLater(query, renewEvery);
  }

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
          predicate: (query) =>
            events.some((event) => isConcerned(query.queryKey, event)) &&
            !isBeingDeleted(queryClient, query.queryKey) &&
            !postpone(query as Query),
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
