/**
 * Query keys have the form `[entity, scope]`. The scope names the records that the query concerns (`twinId`, `tagId`,
 * `protectionId`, `commandId`) beside its other parameters; live events use these ids to find the queries to
 * invalidate.
 */
export type Entity =
  | 'twins'
  | 'twin-levels'
  | 'risk-analyses'
  | 'risk-analysis-assets'
  | 'edition'
  | 'demo'
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
  /** Candidate tags by input id. */
  | 'suggestions'
  /** The mappings of a command, input by input. */
  | 'mappings'
  | 'data-points'
  /** Points that are not refetched while logic is edited over them. */
  | 'preview-points'
  | 'assets'
  | 'taxonomy'
  | 'commands'
  | 'refused-rows'
  /** The rows of an import, by what it does with them. */
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
  /** Inputs whose unit an upgrade replaced. */
  | 'unit-reviews'
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
