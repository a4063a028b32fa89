import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/**
 * What a query is about. A key is `[entity, scope]`, and the scope names the records it concerns
 * (`twinId`, `tagId`, `protectionId`, `commandId`) beside whatever else tells it apart; by them live events
 * find the queries to renew.
 */
export type Entity =
  | 'twins'
  | 'twin-levels'
  | 'risk-analyses'
  | 'risk-analysis-assets'
  | 'edition'
  | 'protections'
  | 'simulations'
  | 'failure-modes'
  | 'activities'
  | 'excursions'
  | 'advisories'
  | 'value-lists'
  | 'levels'
  | 'tags'
  | 'tag-aliases'
  /** Tags that inputs may mean, by the inputs' ids. */
  | 'suggestions'
  /** What a command maps, input by input. */
  | 'mappings'
  | 'data-points'
  /** Points that stay as they were read while logic is edited over them. */
  | 'preview-points'
  | 'assets'
  | 'taxonomy'
  | 'commands'
  | 'refused-rows'
  /** What an import does with the rows of a file. */
  | 'import-rows'
  | 'user'
  | 'users'
  | 'groups'
  | 'principals'
  | 'search'
  | 'watches'
  | 'subscriptions'
  | 'watchlist-sort'
  | 'notifications'
  | 'notification-settings'
  | 'audit'
  | 'mails'
  | 'mail-settings'
  | 'help-settings'
  | 'early-points'
  | 'email-change'
  | 'session-settings'
  | 'plant-time-zone'
  | 'database-role'
  | 'disk-notice'
  | 'video-player'
  | 'video-settings'
  | 'identity-provider'
  | 'external-sign-in'
  | 'own-sessions'
  | 'second-factors'
  | 'second-factor-settings'
  | 'user-second-factor'
  | 'units'
  | 'unit-categories'
  | 'display-units'
  | 'work'
  | 'mtbf'
  | 'appearance';
export interface Scope {
  twinId?: number;
  tagId?: number;
  protectionId?: number;
  commandId?: string;
  [other: string]: unknown;
}
export type Key = readonly [Entity, Scope];

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key;
    /** `deletes`: the record that a change takes away, by the names that scopes have for it: `{ tagId: 7 }`. */
    mutationMeta: { deletes?: Scope };
  }
}

const maximumTries = 3;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // A plant's server is often reachable where the browser believes to be offline.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // Live events renew what changes; this bounds what a gap in them could leave behind.
        staleTime: 60_000,
        retry: (failures, error) =>
          failures < maximumTries - 1 && !(error instanceof ApiError && error.isRefusal),
      },
    },
  });
