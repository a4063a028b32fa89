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
