import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { type ChangedKind, changedKinds, type LiveEvent } from '@twinward/contracts/core/event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Entity, Key } from '../api/query-key.ts';
import { createRenewer, isConcerned } from './renewal.ts';

const evaluated: LiveEvent = { type: 'evaluated', twinIds: [1, 2], protectionIds: [11] };
const points: LiveEvent = { type: 'points', tagIds: [5] };
const resync: LiveEvent = { type: 'resync' };

describe('whether a live event affects a query', () => {
  const table: [Key, LiveEvent, boolean][] = [
    [['twins', { list: 'worst' }], evaluated, true],
    [['twins', { twinId: 1 }], evaluated, true],
    [['twins', { twinId: 3 }], evaluated, false],
    [['twin-levels', {}], evaluated, true],
    [['levels', { protectionId: 11, from: 0 }], evaluated, true],
    [['levels', { protectionId: 12, from: 0 }], evaluated, false],
    [['excursions', { twinId: 2 }], evaluated, true],
    [['data-points', { tagId: 5 }], evaluated, false],
    [['data-points', { tagId: 5 }], points, true],
    [['data-points', { tagId: 6 }], points, false],
    [['tag-aliases', { twinId: 9 }], points, true],
    [['protections', { twinId: 1 }], points, false],
    [['protections', { twinId: 1 }], resync, true],
    [['user', { sessionId: 'a' }], resync, false],
    [['user', { sessionId: 'a' }], { type: 'sessions' }, true],
    [['twins', { twinId: 1 }], { type: 'sessions' }, false],
    [['watches', {}], evaluated, true],
    [['activities', { twinId: 1 }], { type: 'twin-parts', twinIds: [1] }, true],
    [['failure-modes', { twinId: 1 }], { type: 'twin-parts', twinIds: [1] }, true],
    [['failure-modes', { twinId: 2 }], { type: 'twin-parts', twinIds: [1] }, false],
    [['twin-parameters', { twinId: 1 }], { type: 'twin-parts', twinIds: [1] }, true],
    [['advisories', { twinId: 1, advisoryId: 4 }], evaluated, true],
    [['advisories', { twinId: 3, advisoryId: 4 }], evaluated, false],
    [['advisories', { list: 'waiting' }], evaluated, false],
    [['risk-analysis-assets', { riskAnalysisId: 1 }], { type: 'changed', kind: 'consequence' }, true],
    [['failure-modes', { coverage: true }], { type: 'changed', kind: 'protection' }, true],
    [['failure-modes', { coverage: true }], { type: 'changed', kind: 'asset' }, true],
    [['audit', { page: 1 }], { type: 'changed', kind: 'tag' }, true],
    [['users', { page: 1 }], { type: 'changed', kind: 'audit' }, false],
    [['user', { sessionId: 'a' }], { type: 'changed', kind: 'user' }, false],
    [['records', { recordId: 1, files: 'asset' }], { type: 'changed', kind: 'asset' }, true],
    [['records', { recordId: 1, files: 'asset' }], { type: 'changed', kind: 'tag' }, false],
    [['records', { recordId: 1 }], { type: 'changed', kind: 'asset' }, false],
    [['notifications', { list: 'count' }], { type: 'notifications' }, true],
    [['notifications', { list: 'all' }], evaluated, false],
  ];
  it.each(table)('%j by %j: %s', (key, event, expected) => {
    expect(isConcerned(key, event)).toBe(expected);
  });
});

const changed = (kind: ChangedKind): LiveEvent => ({ type: 'changed', kind });

describe('entities that contain names and figures of other records', () => {
  it.each<[Entity, ...ChangedKind[]]>([
    ['advisories', 'asset', 'twin', 'protection', 'failure-mode', 'consequence', 'work'],
    ['excursions', 'asset', 'twin', 'protection', 'setting'],
    ['watches', 'asset', 'twin', 'protection', 'consequence', 'advisory'],
    ['priorities', 'asset', 'twin', 'protection', 'failure-mode', 'consequence', 'advisory'],
    ['twin-levels', 'asset', 'twin', 'protection'],
    ['first-steps', 'data points', 'twin', 'protection', 'simulation', 'user-setting'],
    ['work', 'asset', 'twin', 'tag', 'tag-alias'],
    ['mtbf', 'twin', 'work'],
    ['data-points', 'tag', 'unit'],
    ['patterns', 'protection', 'indicator-pattern'],
    ['records', 'link', 'record-type'],
    ['links', 'record', 'asset', 'twin', 'tag', 'protection', 'failure-mode', 'activity', 'work', 'advisory'],
    ['structure-nodes', 'record', 'asset', 'twin', 'link', 'structure', 'relationship'],
    ['query-types', 'record-type', 'relationship'],
    ['display-units', 'unit', 'setting', 'user-setting'],
  ])('%s are invalidated by changes of these records', (entity, ...kinds) => {
    expect(kinds.filter((kind) => !isConcerned([entity, {}], changed(kind)))).toEqual([]);
  });
});

describe('every cached entity', () => {
  const never = null;
  /** An event that invalidates each entity. For `never`, a comment gives the reason. */
  const renewedBy: Record<Entity, LiveEvent | null> = {
    twins: changed('twin'),
    'twin-levels': evaluated,
    'twin-map': changed('consequence'),
    'risk-history': changed('failure-mode'),
    priorities: evaluated,
    'risk-analyses': changed('consequence'),
    'risk-analysis-assets': changed('asset'),
    edition: changed('setting'),
    protections: changed('protection'),
    patterns: changed('indicator-pattern'),
    'pattern-training': changed('indicator-pattern'),
    simulations: changed('simulation'),
    'failure-modes': changed('failure-mode'),
    activities: changed('activity'),
    excursions: evaluated,
    advisories: changed('advisory'),
    'value-lists': changed('list'),
    levels: evaluated,
    tags: changed('tag'),
    'tag-aliases': changed('tag-alias'),
    'twin-parameters': changed('twin'),
    suggestions: changed('tag'),
    mappings: changed('tag-alias'),
    'data-points': points,
    // Kept unchanged while logic is edited over them.
    'preview-points': never,
    assets: changed('asset'),
    taxonomy: changed('benchmark'),
    demo: { type: 'command', command: { commandId: 'a' } as never },
    'first-steps': changed('twin'),
    connections: changed('connection'),
    // Systems are part of the product.
    'connection-types': never,
    'connection-sources': changed('connection'),
    'connection-log': changed('connection'),
    // Refetched by a button, which queries the other system.
    'connection-requests': never,
    'tag-feeds': points,
    commands: { type: 'command', command: { commandId: 'a' } as never },
    'refused-rows': { type: 'command', command: { commandId: 'a' } as never },
    // The result of a finished check.
    'import-rows': never,
    user: { type: 'sessions' },
    users: changed('user'),
    groups: changed('group'),
    'service-accounts': changed('service-account'),
    webhooks: changed('webhook'),
    principals: changed('group'),
    search: changed('asset'),
    watches: changed('mark'),
    subscriptions: changed('mark'),
    'watchlist-sort': changed('user-setting'),
    notifications: { type: 'notifications' },
    'notification-settings': changed('user-setting'),
    audit: changed('asset'),
    mails: changed('mail'),
    // The pictures of a mail never change.
    'mail-pictures': never,
    'mail-settings': changed('setting'),
    'help-settings': changed('setting'),
    'general-settings': changed('setting'),
    retention: changed('setting'),
    'sign-in-rules': changed('setting'),
    'early-points': changed('setting'),
    'email-change': changed('user'),
    'session-settings': changed('setting'),
    'plant-time-zone': changed('setting'),
    // Configuration of the operator, read at the start.
    'database-role': never,
    // The operator's disk, polled.
    'disk-notice': never,
    'video-player': changed('setting'),
    'video-settings': changed('setting'),
    'identity-provider': changed('setting'),
    'external-sign-in': changed('setting'),
    'own-sessions': { type: 'sessions' },
    'second-factors': changed('user'),
    'second-factor-settings': changed('setting'),
    'user-second-factor': changed('user'),
    // Units are part of the product.
    units: changed('unit'),
    'unit-categories': changed('unit-category'),
    'display-units': changed('user-setting'),
    'unit-reviews': changed('tag-alias'),
    work: changed('work'),
    mtbf: changed('work'),
    relationships: changed('relationship'),
    links: changed('link'),
    structures: changed('structure'),
    'structure-nodes': changed('asset'),
    'chosen-structure': changed('user-setting'),
    'record-types': changed('record-type'),
    queries: changed('query'),
    'query-types': changed('record-type'),
    'query-results': changed('query'),
    appearance: changed('user-setting'),
    annotations: changed('annotation'),
    records: changed('record'),
    'saved-views': changed('saved-view'),
    'twin-models': changed('twin-model'),
    'draft-simulations': changed('twin-model'),
    // Their keys hold the progress of their command.
    placements: never,
    upgrades: never,
    dashboards: changed('dashboard'),
    exchange: changed('package'),
    'start-dashboards': changed('user-setting'),
    // Refetched after ten minutes.
    'dashboard-variables': never,
    displays: changed('display'),
    'figure-alerts': changed('figure-alert'),
    'report-subscriptions': changed('report-subscription'),
    'query-cards': changed('record'),
    'map-cards': evaluated,
  };
  it.each(
    // Shown only by the audit trail, which any change invalidates.
    changedKinds.filter((kind) => kind !== 'address' && kind !== 'audit'),
  )('some are invalidated by a change of kind %s', (kind) => {
    const others = Object.keys(renewedBy).filter((entity) => entity !== 'audit' && entity !== 'query-cards');
    expect(others.some((entity) => isConcerned([entity as Entity, {}], changed(kind)))).toBe(true);
  });
  it.each(Object.entries(renewedBy))('%s is invalidated by %j', (entity, event) => {
    if (event !== null) expect(isConcerned([entity as Entity, {}], event)).toBe(true);
  });
});

describe('invalidation', () => {
  afterEach(() => vi.useRealTimers());

  it('waits for the `renewEvery` of a query, and then invalidates it once', async () => {
    vi.useFakeTimers();
    const client = new QueryClient();
    const ask = vi.fn(async () => 1);
    const options = { queryKey: ['twins', { twinId: 1 }] as Key, queryFn: ask, meta: { renewEvery: 5000 } };
    const stop = new QueryObserver(client, options).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(10);
    const renew = createRenewer(client);
    for (let second = 0; second < 4; second++) {
      renew(evaluated);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
  });

  it('invalidates a query once more if its data may be older than the event', async () => {
    vi.useFakeTimers();
    const client = new QueryClient();
    const ask = vi.fn(async () => 1);
    const meta = { renewEvery: 30_000, lag: 5000 };
    const options = { queryKey: ['query-cards', {}] as Key, queryFn: ask, meta };
    const stop = new QueryObserver(client, options).subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(40_000);
    const renew = createRenewer(client);
    // Nothing is pending: invalidated at once, and again after 30 s.
    renew(changed('record'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(ask).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(3);
    // The pending refetch includes an event long before it.
    renew(changed('record'));
    await vi.advanceTimersByTimeAsync(1000);
    renew(changed('record'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(5);
    stop();
  });

  it('begins 100 ms after an event, and at most a second after one that follows another', async () => {
    vi.useFakeTimers();
    const client = new QueryClient();
    const ask = vi.fn(async () => 1);
    new QueryObserver(client, { queryKey: ['twins', { twinId: 1 }], queryFn: ask }).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledTimes(1);
    const renew = createRenewer(client);
    renew(evaluated);
    await vi.advanceTimersByTimeAsync(100);
    expect(ask).toHaveBeenCalledTimes(2);
    renew(evaluated);
    await vi.advanceTimersByTimeAsync(999);
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(ask).toHaveBeenCalledTimes(3);
    client.clear();
  });

  it('begins within two seconds of any event of a burst', async () => {
    vi.useFakeTimers();
    const client = new QueryClient();
    let asked = 0;
    const ask = async () => {
      asked = Date.now();
      return 1;
    };
    new QueryObserver(client, { queryKey: ['twins', { twinId: 1 }], queryFn: ask }).subscribe(() => {});
    const renew = createRenewer(client);
    for (let event = 0; event < 40; event++) {
      await vi.advanceTimersByTimeAsync(130);
      const happened = Date.now();
      renew(evaluated);
      if (event % 10 !== 9) continue;
      await vi.advanceTimersByTimeAsync(2000);
      expect(asked).toBeGreaterThan(happened);
    }
    client.clear();
  });

  it('refetches affected queries on screen, once for several events', async () => {
    const client = new QueryClient();
    const asks = { twin: vi.fn(async () => 1), other: vi.fn(async () => 1) };
    const watch = (queryKey: Key, queryFn: () => Promise<number>) =>
      new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
    watch(['twins', { twinId: 1 }], asks.twin);
    watch(['protections', { twinId: 3 }], asks.other);
    await waitFor(() => expect(asks.other).toHaveBeenCalledTimes(1));

    const renew = createRenewer(client);
    renew(evaluated);
    renew(evaluated);
    renew(points);
    await waitFor(() => expect(asks.twin).toHaveBeenCalledTimes(2));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asks.twin).toHaveBeenCalledTimes(2);
    expect(asks.other).toHaveBeenCalledTimes(1);
    client.clear();
  });

  it('does not refetch a record that is being deleted', async () => {
    const client = new QueryClient();
    const asks = { deleted: vi.fn(async () => 1), other: vi.fn(async () => 1) };
    const watch = (queryKey: Key, queryFn: () => Promise<number>) =>
      new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {});
    watch(['tags', { tagId: 7 }], asks.deleted);
    watch(['tags', { twinId: 1 }], asks.other);
    await waitFor(() => expect(asks.other).toHaveBeenCalledTimes(1));
    const deletion = new MutationObserver(client, {
      mutationFn: () => new Promise<void>(() => {}),
      meta: { deletes: { tagId: 7 } },
    });
    void deletion.mutate();

    createRenewer(client)({ type: 'points', tagIds: [7] });
    await waitFor(() => expect(asks.other).toHaveBeenCalledTimes(2));
    expect(asks.deleted).toHaveBeenCalledTimes(1);
    client.clear();
  });
});
