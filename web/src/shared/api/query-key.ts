/**
 * Query keys have the form `[entity, scope]`. The scope names the records that the query concerns (`twinId`, `tagId`,
 * `protectionId`, `commandId`) beside its other parameters; live events use these ids to find the queries to
 * invalidate.
 */
export type Entity =
  | 'twins'
  | 'twin-levels'
  /** The map of all twins, without their levels. */
  | 'twin-map'
  | 'risk-history'
  /** What to do first. */
  | 'priorities'
  | 'risk-analyses'
  | 'risk-analysis-assets'
  | 'edition'
  | 'demo'
  /** Progress from an empty database to a live protection. */
  | 'first-steps'
  | 'protections'
  | 'patterns'
  | 'pattern-training'
  | 'simulations'
  | 'failure-modes'
  | 'activities'
  | 'excursions'
  | 'advisories'
  | 'value-lists'
  /** Kinds of packages, checks and imports. */
  | 'exchange'
  | 'record-types'
  | 'records'
  | 'saved-views'
  | 'levels'
  | 'tags'
  | 'tag-aliases'
  | 'twin-parameters'
  /** Candidate tags by input id. */
  | 'suggestions'
  /** The mappings of a command, input by input. */
  | 'mappings'
  | 'data-points'
  /** What users wrote on ranges of charts. */
  | 'annotations'
  /** Points that are not refetched while logic is edited over them. */
  | 'preview-points'
  | 'assets'
  | 'taxonomy'
  | 'connections'
  /** The systems that can be connected. */
  | 'connection-types'
  /** Names by which a system delivers, and the tags that they feed. */
  | 'connection-sources'
  | 'connection-log'
  /** What was asked of a connected system: folders and latest values. */
  | 'connection-requests'
  /** Where a tag gets its points. */
  | 'tag-feeds'
  | 'commands'
  | 'refused-rows'
  /** The rows of an import, by what it does with them. */
  | 'import-rows'
  | 'user'
  | 'users'
  | 'groups'
  | 'service-accounts'
  | 'webhooks'
  | 'principals'
  | 'search'
  | 'watches'
  | 'subscriptions'
  | 'watchlist-sort'
  | 'notifications'
  | 'notification-settings'
  | 'audit'
  | 'mails'
  | 'mail-pictures'
  | 'mail-settings'
  | 'help-settings'
  | 'general-settings'
  | 'retention'
  | 'sign-in-rules'
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
  | 'relationships'
  /** The links of a record, by its relationships. */
  | 'links'
  | 'structures'
  /** The tree of a structure other than the standard one. */
  | 'structure-nodes'
  | 'chosen-structure'
  | 'queries'
  /** The types that queries may ask, with their fields. */
  | 'query-types'
  | 'query-results'
  | 'dashboards'
  /** The dashboard that the user, or the members of a group, start with. */
  | 'start-dashboards'
  /** Sites and classes, for the menus of dashboards. */
  | 'dashboard-variables'
  | 'displays'
  /** Limits of figures that the user is notified of. */
  | 'figure-alerts'
  /** Dashboards and queries that are mailed to the user. */
  | 'report-subscriptions'
  /** The results of queries on dashboards, which any change may renew. */
  | 'query-cards'
  /** Maps on dashboards: the twins with their levels. */
  | 'map-cards'
  | 'appearance'
  /** Models of the library, their versions, and the models of twins. */
  | 'twin-models'
  /** What becomes of the assets that a command puts a model on. */
  | 'placements'
  /** What becomes of the twins that a command upgrades. */
  | 'upgrades'
  /** What the draft of a model comes to on assets. */
  | 'draft-simulations';
export interface Scope {
  twinId?: number;
  tagId?: number;
  protectionId?: number;
  commandId?: string;
  [other: string]: unknown;
}
export type Key = readonly [Entity, Scope];
