import type { Access } from '@twinward/contracts/access/access';
import { lazyScreen, type Screen } from './lazy-screen.tsx';

/** A route of the application: its path, page title and required access. */
export interface RouteEntry {
  path: string;
  title: string;
  access: Access;
  /** Undefined while not built: the path shows the not-found screen, and menus omit it. */
  screen?: Screen;
  /** Shown instead if the URL contains the token of a display, without a sign-in. */
  displayScreen?: Screen;
  /** Exists only in hosted installations. */
  hostedOnly?: boolean;
  /** Redirects to the home page when signed in. */
  signedOutOnly?: boolean;
}
export type BuiltRoute = RouteEntry & { screen: Screen };

/** All routes. Used by menus and the guard; routes are declared only here. */
export const routes: readonly RouteEntry[] = [
  {
    path: '/signin',
    title: 'Sign in',
    access: 'public',
    signedOutOnly: true,
    screen: lazyScreen(() => import('../features/session/sign-in-page.tsx'), 'SignInPage'),
  },
  {
    path: '/signout',
    title: 'Sign out',
    access: 'public',
    screen: lazyScreen(() => import('../features/session/sign-out-page.tsx'), 'SignOutPage'),
  },
  {
    path: '/forgot',
    title: 'Forgot password',
    access: 'public',
    signedOutOnly: true,
    screen: lazyScreen(() => import('../features/session/forgot-page.tsx'), 'ForgotPage'),
  },
  {
    path: '/reset',
    title: 'Reset password',
    access: 'public',
    signedOutOnly: true,
    screen: lazyScreen(() => import('../features/session/reset-page.tsx'), 'ResetPage'),
  },
  {
    path: '/confirm-email',
    title: 'Confirm e-mail address',
    access: 'public',
    screen: lazyScreen(() => import('../features/session/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  },
  {
    path: '/notfound',
    title: 'Not found',
    access: 'public',
    screen: lazyScreen(() => import('./shell/not-found-page.tsx'), 'NotFoundPage'),
  },
  {
    path: '/home',
    title: 'Home',
    access: 'signed-in',
    screen: lazyScreen(() => import('../features/home/home-page.tsx'), 'HomePage'),
  },
  {
    path: '/account',
    title: 'User settings',
    access: 'signed-in',
    screen: lazyScreen(() => import('../features/account/account-page.tsx'), 'AccountPage'),
  },
  {
    path: '/second-factor',
    title: 'Set up a second factor',
    access: 'signed-in',
    screen: lazyScreen(() => import('../features/account/second-factor/enrolment-page.tsx'), 'EnrolmentPage'),
  },
  {
    path: '/new-password',
    title: 'Choose a password',
    access: 'signed-in',
    screen: lazyScreen(() => import('../features/account/new-password-page.tsx'), 'NewPasswordPage'),
  },
  {
    path: '/support',
    title: 'Support',
    access: 'signed-in',
    hostedOnly: true,
    screen: lazyScreen(() => import('../features/support/support-page.tsx'), 'SupportPage'),
  },
  {
    path: '/dashboard',
    title: 'Insights',
    access: 'apps',
    screen: lazyScreen(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
    displayScreen: lazyScreen(() => import('../features/dashboard/wall/wall-page.tsx'), 'WallPage'),
  },
  {
    path: '/apps/alarm-performance',
    title: 'Alarm performance',
    access: 'apps',
    screen: lazyScreen(
      () => import('../features/alarm-performance/alarm-performance-page.tsx'),
      'AlarmPerformancePage',
    ),
  },
  {
    path: '/apps/value-ledger',
    title: 'Value ledger',
    access: 'apps',
    screen: lazyScreen(() => import('../features/value-ledger/value-ledger-page.tsx'), 'ValueLedgerPage'),
  },
  {
    path: '/apps/watchlist',
    title: 'Watchlist',
    access: 'apps',
    screen: lazyScreen(() => import('../features/watchlist/watchlist-page.tsx'), 'WatchlistPage'),
  },
  {
    path: '/apps/twins',
    title: 'Twins',
    access: 'apps',
    screen: lazyScreen(() => import('../features/twin/twins-page.tsx'), 'TwinsPage'),
  },
  {
    path: '/apps/twins/:id',
    title: 'Twin',
    access: 'apps',
    screen: lazyScreen(() => import('../features/twin/twin-page.tsx'), 'TwinPage'),
  },
  {
    path: '/apps/twins/:id/protection',
    title: 'Protection',
    access: 'apps',
    screen: lazyScreen(() => import('../features/twin/protection/protection-page.tsx'), 'ProtectionPage'),
  },
  {
    path: '/apps/twins/:id/risk',
    title: 'Risk',
    access: 'apps',
    screen: lazyScreen(() => import('../features/twin/risk/risk-page.tsx'), 'RiskPage'),
  },
  {
    path: '/apps/twins/:id/protections',
    title: 'Monitor',
    access: 'apps',
    screen: lazyScreen(() => import('../features/protection/monitor-page.tsx'), 'MonitorPage'),
  },
  {
    path: '/apps/twins/:twinId/protections/suggest',
    title: 'Suggest a rule',
    access: 'apps',
    screen: lazyScreen(
      () => import('../features/protection/suggestion/suggestion-page.tsx'),
      'SuggestionPage',
    ),
  },
  {
    path: '/apps/twins/:twinId/protections/:id/edit',
    title: 'New protection',
    access: 'apps',
    screen: lazyScreen(() => import('../features/protection/editor/editor-routes.tsx'), 'TwinProtectionPage'),
  },
  {
    path: '/apps/twins/:twinId/protections/:id/work/:mode?',
    title: 'Protection work',
    access: 'apps',
    screen: lazyScreen(() => import('../features/work/work-page.tsx'), 'ProtectionWorkPage'),
  },
  {
    path: '/apps/twins/:twinId/activities',
    title: 'Activities',
    access: 'apps',
    screen: lazyScreen(() => import('../features/twin/activities/activities-page.tsx'), 'ActivitiesPage'),
  },
  {
    path: '/apps/twins/:twinId/advisories',
    title: 'Twin advisories',
    access: 'apps',
    screen: lazyScreen(() => import('../features/advisory/advisories-page.tsx'), 'TwinAdvisoriesPage'),
  },
  {
    path: '/apps/twins/:twinId/advisories/:id',
    title: 'Advisory',
    access: 'apps',
    screen: lazyScreen(() => import('../features/advisory/advisory-page.tsx'), 'AdvisoryPage'),
  },
  {
    path: '/apps/twins/:twinId/asset',
    title: 'Twin asset',
    access: 'apps',
    screen: lazyScreen(() => import('../features/asset/asset-page.tsx'), 'TwinAssetPage'),
  },
  {
    path: '/apps/twins/:id/tags',
    title: 'Tags',
    access: 'apps',
    screen: lazyScreen(() => import('../features/tag/twin-tags-page.tsx'), 'TwinTagsPage'),
  },
  {
    path: '/apps/twins/:twinId/tags/:tagId?/mapping',
    title: 'Tag mapping',
    access: 'apps',
    screen: lazyScreen(() => import('../features/tag/mapping/mapping-page.tsx'), 'MappingPage'),
  },
  {
    path: '/apps/twins/mapping',
    title: 'Mapping of many twins',
    access: 'write:twin',
    screen: lazyScreen(() => import('../features/tag/mapping/bulk-mapping-page.tsx'), 'BulkMappingPage'),
  },
  {
    path: '/apps/twins/:twinId/tags/:tagId?/explore',
    title: 'Explore',
    access: 'apps',
    screen: lazyScreen(() => import('../features/tag/explore-page.tsx'), 'ExplorePage'),
  },
  {
    path: '/apps/twins/:twinId/work',
    title: 'Work',
    access: 'apps',
    screen: lazyScreen(() => import('../features/work/work-page.tsx'), 'WorkPage'),
  },
  {
    path: '/apps/protections/:id?',
    title: 'Protections',
    access: 'apps',
    screen: lazyScreen(() => import('../features/protection/plant/protections-page.tsx'), 'ProtectionsPage'),
  },
  {
    path: '/apps/unprotected',
    title: 'Unprotected failure modes',
    access: 'apps',
    screen: lazyScreen(() => import('../features/unprotected/unprotected-page.tsx'), 'UnprotectedPage'),
  },
  {
    path: '/apps/protections/:id/edit',
    title: 'Edit protection',
    access: 'apps',
    screen: lazyScreen(() => import('../features/protection/editor/editor-routes.tsx'), 'EditProtectionPage'),
  },
  {
    path: '/apps/protections/:id/train',
    title: 'Pattern training',
    access: 'apps',
    screen: lazyScreen(() => import('../features/protection/training/pattern-routes.tsx'), 'TrainRoute'),
  },
  {
    path: '/apps/protections/:id/train2',
    title: 'Pattern helper',
    access: 'apps',
    screen: lazyScreen(() => import('../features/protection/training/pattern-routes.tsx'), 'GuideRoute'),
  },
  {
    path: '/apps/protections/:twinId/:protectionId/simulation',
    title: 'Simulation',
    access: 'apps',
    screen: lazyScreen(
      () => import('../features/protection/simulation/simulation-page.tsx'),
      'SimulationPage',
    ),
  },
  {
    path: '/apps/assets',
    title: 'Assets',
    access: 'apps',
    screen: lazyScreen(() => import('../features/asset/assets-page.tsx'), 'AssetsPage'),
  },
  {
    path: '/apps/assets/:assetId',
    title: 'Asset',
    access: 'apps',
    screen: lazyScreen(() => import('../features/asset/asset-page.tsx'), 'AssetPage'),
  },
  {
    path: '/apps/assets/:assetId/tags/:tagId?',
    title: 'Asset tags',
    access: 'apps',
    screen: lazyScreen(() => import('../features/asset/asset-tags-page.tsx'), 'AssetTagsPage'),
  },
  {
    path: '/apps/riskanalyses',
    title: 'Risk analyses',
    access: 'apps',
    screen: lazyScreen(() => import('../features/risk-analysis/risk-analyses-page.tsx'), 'RiskAnalysesPage'),
  },
  {
    path: '/apps/riskanalyses/:id',
    title: 'Risk analysis',
    access: 'apps',
    screen: lazyScreen(() => import('../features/risk-analysis/risk-analysis-page.tsx'), 'RiskAnalysisPage'),
  },
  {
    path: '/apps/advisories',
    title: 'Advisories',
    access: 'apps',
    screen: lazyScreen(() => import('../features/advisory/advisories-page.tsx'), 'AdvisoriesPage'),
  },
  {
    path: '/apps/library',
    title: 'Twin library',
    access: 'apps',
    screen: lazyScreen(() => import('../features/library/library-page.tsx'), 'LibraryPage'),
  },
  {
    path: '/apps/library/twin-models',
    title: 'Twin models',
    access: 'apps',
    screen: lazyScreen(() => import('../features/library/list/models-page.tsx'), 'ModelsPage'),
  },
  {
    path: '/apps/library/remote',
    title: 'Models of other installations',
    access: 'write:library-model',
    screen: lazyScreen(() => import('../features/library/remote/remote-models-page.tsx'), 'RemoteModelsPage'),
  },
  {
    path: '/apps/library/twin-models/:modelId',
    title: 'Twin model',
    access: 'apps',
    screen: lazyScreen(() => import('../features/library/model/model-page.tsx'), 'ModelPage'),
  },
  {
    path: '/apps/library/twin-models/:modelId/details',
    title: 'Twin model details',
    access: 'apps',
    screen: lazyScreen(() => import('../features/library/model/details-page.tsx'), 'ModelDetailsPage'),
  },
  {
    path: '/apps/library/twin-models/:modelId/risk',
    title: 'Twin model risk',
    access: 'apps',
    screen: lazyScreen(() => import('../features/library/model/risk-page.tsx'), 'ModelRiskPage'),
  },
  {
    path: '/apps/library/twin-models/:modelId/protection',
    title: 'Twin model protection',
    access: 'apps',
    screen: lazyScreen(() => import('../features/library/model/protection-page.tsx'), 'ModelProtectionPage'),
  },
  {
    path: '/apps/library/twin-models/:modelId/activities',
    title: 'Twin model activities',
    access: 'apps',
    screen: lazyScreen(() => import('../features/library/model/activities-page.tsx'), 'ModelActivitiesPage'),
  },
  {
    path: '/apps/library/twin-models/:modelId/tags',
    title: 'Twin model tags',
    access: 'apps',
    screen: lazyScreen(() => import('../features/library/model/tags-page.tsx'), 'ModelTagsPage'),
  },
  {
    path: '/apps/library/twin-models/:modelId/performance',
    title: 'Twin model performance',
    access: 'apps',
    screen: lazyScreen(
      () => import('../features/library/model/performance-page.tsx'),
      'ModelPerformancePage',
    ),
  },
  {
    path: '/apps/library/twin-models/:modelId/assets',
    title: 'Apply a model to assets',
    access: 'write:twin',
    screen: lazyScreen(() => import('../features/library/placement/placement-page.tsx'), 'PlacementPage'),
  },
  {
    path: '/apps/library/twin-models/:modelId/upgrade',
    title: 'Upgrade twins',
    access: 'write:twin',
    screen: lazyScreen(() => import('../features/library/upgrade/upgrade-page.tsx'), 'UpgradePage'),
  },
  {
    path: '/tools/records',
    title: 'Records',
    access: 'signed-in',
    screen: lazyScreen(() => import('../features/record/records-page.tsx'), 'RecordsPage'),
  },
  {
    path: '/tools/records/new',
    title: 'New record',
    access: 'signed-in',
    screen: lazyScreen(() => import('../features/record/new-record-page.tsx'), 'NewRecordPage'),
  },
  {
    path: '/tools/records/:id',
    title: 'Record',
    access: 'signed-in',
    screen: lazyScreen(() => import('../features/record/record-page.tsx'), 'RecordPage'),
  },
  {
    path: '/tools/records/:id/:tab',
    title: 'Record',
    access: 'signed-in',
    screen: lazyScreen(() => import('../features/record/record-page.tsx'), 'RecordPage'),
  },
  {
    path: '/tools/querylist',
    title: 'Queries',
    access: 'queries',
    screen: lazyScreen(() => import('../features/query/query-list-page.tsx'), 'QueryListPage'),
  },
  {
    path: '/tools/query/:id',
    title: 'Query',
    access: 'queries',
    screen: lazyScreen(() => import('../features/query/query-page.tsx'), 'QueryPage'),
  },
  {
    path: '/tools/query/:id/edit',
    title: 'Edit query',
    access: 'queries',
    screen: lazyScreen(() => import('../features/query/edit/edit-query-page.tsx'), 'EditQueryPage'),
  },
  {
    path: '/apps/lifedata',
    title: 'Life data',
    access: 'apps',
    screen: lazyScreen(() => import('../features/life-data/life-data-page.tsx'), 'LifeDataPage'),
  },
  {
    path: '/apps/riskanalyses/:id/scenarios/:scenarioId',
    title: 'Scenario',
    access: 'apps',
    screen: lazyScreen(() => import('../features/risk-analysis/scenarios/scenario-page.tsx'), 'ScenarioPage'),
  },
  {
    path: '/settings/benchmarks',
    title: 'Benchmarks',
    access: 'system',
    screen: lazyScreen(() => import('../features/benchmark/benchmarks-page.tsx'), 'BenchmarksPage'),
  },
  {
    path: '/settings/users',
    title: 'Users',
    access: 'users',
    screen: lazyScreen(() => import('../features/users/users-page.tsx'), 'UsersPage'),
  },
  {
    path: '/settings/users/add',
    title: 'Add user',
    access: 'users',
    screen: lazyScreen(() => import('../features/users/add-user-page.tsx'), 'AddUserPage'),
  },
  {
    path: '/settings/users/edit/:username',
    title: 'User',
    access: 'users',
    screen: lazyScreen(() => import('../features/users/edit-user-page.tsx'), 'EditUserPage'),
  },
  {
    path: '/settings/groups',
    title: 'Groups',
    access: 'users',
    screen: lazyScreen(() => import('../features/groups/groups-page.tsx'), 'GroupsPage'),
  },
  {
    path: '/settings/groups/add',
    title: 'Add group',
    access: 'users',
    screen: lazyScreen(() => import('../features/groups/add-group-page.tsx'), 'AddGroupPage'),
  },
  {
    path: '/settings/groups/edit/:name',
    title: 'Group',
    access: 'users',
    screen: lazyScreen(() => import('../features/groups/edit-group-page.tsx'), 'EditGroupPage'),
  },
  {
    path: '/settings/service-accounts',
    title: 'Service accounts',
    access: 'users',
    screen: lazyScreen(
      () => import('../features/service-account/service-accounts-page.tsx'),
      'ServiceAccountsPage',
    ),
  },
  {
    path: '/settings/audit',
    title: 'Audit trail',
    access: 'users',
    screen: lazyScreen(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  },
  {
    path: '/settings/recordtypes',
    title: 'Record types',
    access: 'recordTypes',
    screen: lazyScreen(() => import('../features/record-type/record-types-page.tsx'), 'RecordTypesPage'),
  },
  {
    path: '/settings/recordtypes/edit/:name',
    title: 'Record type',
    access: 'recordTypes',
    screen: lazyScreen(() => import('../features/record-type/edit-type-page.tsx'), 'EditTypePage'),
  },
  {
    path: '/settings/lists',
    title: 'Lists',
    access: 'lists',
    screen: lazyScreen(() => import('../features/lists/lists-page.tsx'), 'ListsPage'),
  },
  {
    path: '/settings/lists/edit/:name',
    title: 'List',
    access: 'lists',
    screen: lazyScreen(() => import('../features/lists/edit-list-page.tsx'), 'EditListPage'),
  },
  {
    path: '/settings/relationships',
    title: 'Relationships',
    access: 'recordTypes',
    screen: lazyScreen(() => import('../features/relationship/relationships-page.tsx'), 'RelationshipsPage'),
  },
  {
    path: '/settings/relationships/add',
    title: 'Add relationship',
    access: 'recordTypes',
    screen: lazyScreen(
      () => import('../features/relationship/relationship-pages.tsx'),
      'AddRelationshipPage',
    ),
  },
  {
    path: '/settings/relationships/edit/:name',
    title: 'Relationship',
    access: 'recordTypes',
    screen: lazyScreen(
      () => import('../features/relationship/relationship-pages.tsx'),
      'EditRelationshipPage',
    ),
  },
  {
    path: '/settings/structure/list',
    title: 'Structure',
    access: 'system',
    screen: lazyScreen(() => import('../features/structure/structures-page.tsx'), 'StructuresPage'),
  },
  {
    path: '/settings/unit-reviews',
    title: 'Units to review',
    access: 'write:protection',
    screen: lazyScreen(() => import('../features/unit-review/unit-review-page.tsx'), 'UnitReviewPage'),
  },
  {
    path: '/settings/uoms',
    title: 'Units of measure',
    access: 'system',
    screen: lazyScreen(() => import('../features/units/units-page.tsx'), 'UnitsPage'),
  },
  {
    path: '/settings/connections',
    title: 'Connections',
    access: 'connections',
    screen: lazyScreen(() => import('../features/connection/connections-page.tsx'), 'ConnectionsPage'),
  },
  {
    path: '/settings/connections/add',
    title: 'Add connection',
    access: 'connections',
    screen: lazyScreen(() => import('../features/connection/add-connection-page.tsx'), 'AddConnectionPage'),
  },
  {
    path: '/settings/connections/:id',
    title: 'Connection',
    access: 'connections',
    screen: lazyScreen(() => import('../features/connection/overview-page.tsx'), 'OverviewPage'),
  },
  {
    path: '/settings/connections/:id/configuration',
    title: 'Configuration of a connection',
    access: 'connections',
    screen: lazyScreen(() => import('../features/connection/configuration-page.tsx'), 'ConfigurationPage'),
  },
  {
    path: '/settings/connections/:id/tags',
    title: 'Tags of a connection',
    access: 'connections',
    screen: lazyScreen(() => import('../features/connection/tags-page.tsx'), 'ConnectionTagsPage'),
  },
  {
    path: '/settings/connections/:id/browse',
    title: 'Browse a system',
    access: 'connections',
    screen: lazyScreen(() => import('../features/connection/browse-page.tsx'), 'BrowsePage'),
  },
  {
    path: '/settings/connections/:id/sources',
    title: 'Sources of a connection',
    access: 'connections',
    screen: lazyScreen(() => import('../features/connection/sources-page.tsx'), 'SourcesPage'),
  },
  {
    path: '/settings/connections/:id/records',
    title: 'Records of a connection',
    access: 'connections',
    screen: lazyScreen(() => import('../features/connection/records/records-page.tsx'), 'RecordsPage'),
  },
  {
    path: '/settings/connections/:id/records/:stream',
    title: 'Fields of records',
    access: 'connections',
    screen: lazyScreen(() => import('../features/connection/records/mapping-page.tsx'), 'MappingPage'),
  },
  {
    path: '/settings/connections/:id/log',
    title: 'Log of a connection',
    access: 'connections',
    screen: lazyScreen(() => import('../features/connection/log-page.tsx'), 'LogPage'),
  },
  {
    path: '/settings/webhooks',
    title: 'Webhooks',
    access: 'connections',
    screen: lazyScreen(() => import('../features/webhook/webhooks-page.tsx'), 'WebhooksPage'),
  },
  {
    path: '/settings/webhooks/:id',
    title: 'Webhook',
    access: 'connections',
    screen: lazyScreen(() => import('../features/webhook/webhook-page.tsx'), 'WebhookPage'),
  },
  {
    path: '/settings/exchange',
    title: 'Exchange',
    access: 'system',
    screen: lazyScreen(() => import('../features/exchange/exchange-page.tsx'), 'ExchangePage'),
  },
  {
    path: '/settings/system',
    title: 'System',
    access: 'system',
    screen: lazyScreen(() => import('../features/system/system-page.tsx'), 'SystemPage'),
  },
];

/** The routes with a screen. */
export const builtRoutes: readonly BuiltRoute[] = routes.filter(
  (entry): entry is BuiltRoute => entry.screen !== undefined,
);
