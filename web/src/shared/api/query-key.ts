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
  /** The list of what to do first. */
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
  /** Notes of users on ranges of charts. */
  | 'annotations'
  /** Points that are not refetched while logic is edited over them. */
  | 'preview-points'
  | 'assets'
  | 'taxonomy'
  | 'connections'
  /** Types of systems that can be connected. */
  | 'connection-types'
  /** Names under which a system delivers points, and the tags that they feed. */
  | 'connection-sources'
  | 'connection-log'
  /** Responses of a connected system: folders and latest values. */
  | 'connection-requests'
  /** The sources of the points of tags. */
  | 'tag-feeds'
  | 'commands'
  | 'refused-rows'
  /** The rows of an import, by action. */
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
  /** The links of a record, by relationship. */
  | 'links'
  | 'structures'
  /** The tree of a structure other than the standard one. */
  | 'structure-nodes'
  | 'chosen-structure'
  | 'queries'
  /** The types available to queries, with their fields. */
  | 'query-types'
  | 'query-results'
  | 'dashboards'
  /** The start dashboard of the user, or of the members of a group. */
  | 'start-dashboards'
  /** Sites and classes, for the menus of dashboards. */
  | 'dashboard-variables'
  | 'displays'
  /** The user's alerts on limits of figures. */
  | 'figure-alerts'
  /** Dashboards and queries mailed to the user. */
  | 'report-subscriptions'
  /** The results of queries on dashboards; any change may invalidate them. */
  | 'query-cards'
  /** Maps on dashboards: the twins with their levels. */
  | 'map-cards'
  | 'appearance'
  /** Models of the library, their versions, and the models of twins. */
  | 'twin-models'
  /** The assets to which a command applies a model. */
  | 'placements'
  /** The twins that a command upgrades. */
  | 'upgrades'
  /** Simulations of the draft of a model on assets. */
  | 'draft-simulations';
export interface Scope {
  twinId?: number;
  tagId?: number;
  protectionId?: number;
  commandId?: string;
  [other: string]: unknown;
}
export type Key = readonly [Entity, Scope];
