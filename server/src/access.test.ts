import { json } from 'node:stream/consumers';
import { type Group, groups, type RecordType, recordTypes } from '@twinward/contracts/access/access';
import { type ServiceScope, serviceScopes } from '@twinward/contracts/access/service-account';
import { routeName } from '@twinward/contracts/core/route';
import { routes } from '@twinward/contracts/core/routes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTools } from './platform/http/mcp/tools.ts';
import { createTestApp, type Method, type TestApp } from './testing/app.ts';
import { type MakeUser, makeServiceAccount, makeUser, makeUserSession } from './testing/factories.ts';
import { toHeaders, unknownSessionId } from './testing/headers.ts';
import { published } from './testing/published/table.ts';

/**
 * Who may make a call besides administrators. `writing` also requires a record type. `no user` admits only tokens of
 * connections, and `service accounts` only those of service accounts.
 */
type Admits =
  | 'public'
  | 'anyone'
  | 'no user'
  | 'service accounts'
  | Group
  | `${Group} or ${Group}`
  | `VIEWERS writing ${RecordType}`;

/** Written by hand and compared with the server: a change of a call's access requires a change of its row. */
const table: Record<string, Admits> = {
  'GET /api/annotations': 'VIEWERS',
  'POST /api/annotations': 'VIEWERS',
  'PUT /api/annotations/:id': 'VIEWERS',
  'DELETE /api/annotations/:id': 'VIEWERS',
  'POST /api/activities': 'VIEWERS writing twin',
  'DELETE /api/activities/:id': 'VIEWERS writing twin',
  'PUT /api/activities/:id': 'VIEWERS writing twin',
  'POST /api/advisories': 'VIEWERS writing advisory',
  'DELETE /api/advisories/:id': 'VIEWERS writing advisory',
  'GET /api/advisories/:id': 'VIEWERS',
  'GET /api/advisories/:id/similar': 'VIEWERS',
  'PUT /api/advisories/:id': 'VIEWERS writing advisory',
  'POST /api/advisories/:id/attachments': 'VIEWERS writing advisory',
  'DELETE /api/advisories/:id/attachments/:attachmentId': 'VIEWERS writing advisory',
  'GET /api/advisories/:id/attachments/:attachmentId': 'VIEWERS',
  'POST /api/advisories/:id/comments': 'VIEWERS',
  'POST /api/advisories/:id/transition': 'VIEWERS',
  'POST /api/advisories/:id/work-request/send': 'VIEWERS writing advisory',
  'POST /api/advisories/export': 'VIEWERS',
  'POST /api/advisories/filters': 'VIEWERS',
  'POST /api/advisories/changes': 'VIEWERS writing advisory',
  'POST /api/advisories/transition': 'VIEWERS',
  'GET /api/assets': 'VIEWERS',
  'POST /api/assets/export': 'VIEWERS',
  'POST /api/riskanalyses/:id/assets/export': 'VIEWERS',
  'POST /api/assets': 'VIEWERS writing asset',
  'DELETE /api/assets/:id': 'VIEWERS writing asset',
  'GET /api/assets/:id': 'VIEWERS',
  'GET /api/assets/:id/models': 'VIEWERS writing twin',
  'PUT /api/assets/:id': 'VIEWERS writing asset',
  'PUT /api/assets/:id/parent': 'VIEWERS writing asset',
  'GET /api/assets/:id/tags': 'VIEWERS',
  'PUT /api/assets/:id/taxonomy': 'VIEWERS writing asset',
  'GET /api/assets/children': 'VIEWERS',
  'POST /api/assets/filters': 'VIEWERS',
  'POST /api/assets/imports': 'VIEWERS writing asset',
  'POST /api/assets/imports/:commandId/rows/filters': 'VIEWERS writing asset',
  'GET /api/assets/imports/:commandId/rows.csv': 'VIEWERS writing asset',
  'POST /api/assets/imports/:commandId/run': 'VIEWERS writing asset',
  'GET /api/assets/imports/template': 'VIEWERS writing asset',
  'GET /api/assets/:id/mtbf': 'VIEWERS',
  'PUT /api/assets/:id/mtbf/calc': 'VIEWERS writing asset',
  'GET /api/assets/taxonomy/list': 'VIEWERS',
  'POST /api/audit/filters': 'SECURITY_ADMINISTRATORS',
  'POST /api/audit/export': 'SECURITY_ADMINISTRATORS',
  'GET /api/commands/:commandId': 'anyone',
  'POST /api/commands/:commandId/cancel': 'anyone',
  'POST /api/commands/filters': 'anyone',
  'POST /api/connections': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'DELETE /api/connections/:id': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/connections/:id': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'PUT /api/connections/:id': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/:id/pause': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/:id/resume': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'DELETE /api/connections/:id/token': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/:id/token': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/:id/trusted-certificates': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/filters': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/mcp': 'service accounts',
  'POST /api/plant/look': 'no user',
  'POST /api/plant/configuration': 'no user',
  'POST /api/plant/sources': 'no user',
  'POST /api/plant/lease': 'no user',
  'POST /api/plant/tracking': 'no user',
  'POST /api/plant/entries': 'no user',
  'POST /api/plant/reports': 'no user',
  'POST /api/plant/requests': 'no user',
  'POST /api/plant/answers': 'no user',
  'POST /api/plant/records': 'no user',
  'POST /api/plant/work-requests': 'no user',
  'POST /api/connections/:id/history': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/:id/log/filters': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/:id/requests': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/connections/:id/requests/:requestId': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'DELETE /api/connections/:id/requests/:requestId': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/shared': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/shared/models': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/shared/models/:modelId': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/library/remote/:connectionId/models': 'VIEWERS writing library-model',
  'GET /api/library/remote/:connectionId/models/:modelId': 'VIEWERS writing library-model',
  'POST /api/library/remote/:connectionId/models/:modelId': 'VIEWERS writing library-model',
  'POST /api/shared/points': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/shared/points/count': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/shared/tags': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/:id/points': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/:id/sources': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/:id/sources/filters': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/:id/sources/ignore': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/:id/sources/release': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/v2/write': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/tags/:id/feed': 'VIEWERS',
  'GET /api/connections/:id/tags/export': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/tags/imports': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/connections/tags/imports/:commandId/rows.csv': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/tags/imports/:commandId/rows/filters': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/tags/imports/:commandId/run': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/connections/tags/imports/template': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/connections/:id/extraction': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/connections/:id/extraction/read-again': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/connections/:id/mappings': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/connections/:id/mappings/:stream': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'PUT /api/connections/:id/mappings/:stream': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/connections/choices': 'VIEWERS',
  'GET /api/connections/defaults': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'PUT /api/connections/defaults': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/connections/types': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/consequences': 'VIEWERS writing twin',
  'DELETE /api/consequences/:id': 'VIEWERS writing twin',
  'PUT /api/consequences/:id': 'VIEWERS writing twin',
  'GET /api/consequences/parent/:id': 'VIEWERS',
  'POST /api/dashboards/filters': 'VIEWERS',
  'GET /api/dashboards/ready-made': 'VIEWERS',
  'GET /api/dashboards/:id': 'VIEWERS',
  'POST /api/dashboards': 'VIEWERS',
  'PUT /api/dashboards/:id': 'VIEWERS',
  'DELETE /api/dashboards/:id': 'VIEWERS',
  'POST /api/dashboards/:id/copy': 'VIEWERS',
  'GET /api/dashboards/:id/versions': 'VIEWERS',
  'POST /api/dashboards/:id/versions/:savedVersion/restore': 'VIEWERS',
  'GET /api/dashboards/:id/export': 'VIEWERS',
  'POST /api/dashboards/import': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'POST /api/dashboards/cards': 'VIEWERS',
  'POST /api/dashboards/:id/cards/:cardId': 'VIEWERS',
  'GET /api/dashboards/variables': 'VIEWERS',
  'GET /api/dashboards/groups': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'PUT /api/dashboards/groups/:name': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'GET /api/settings/user/start-dashboard': 'VIEWERS',
  'POST /api/settings/user/start-dashboard': 'VIEWERS',
  'GET /api/figure-alerts': 'VIEWERS',
  'POST /api/figure-alerts': 'VIEWERS',
  'PUT /api/figure-alerts/:id': 'VIEWERS',
  'DELETE /api/figure-alerts/:id': 'VIEWERS',
  'GET /api/report-subscriptions': 'VIEWERS',
  'GET /api/report-subscriptions/failures': 'ADMINISTRATORS',
  'POST /api/report-subscriptions': 'VIEWERS',
  'PUT /api/report-subscriptions/:id': 'VIEWERS',
  'DELETE /api/report-subscriptions/:id': 'VIEWERS',
  'POST /api/report-subscriptions/:id/send': 'VIEWERS',
  'GET /api/displays': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'POST /api/displays': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'DELETE /api/displays/:id': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'GET /api/displays/content': 'VIEWERS',
  'GET /api/displays/events': 'VIEWERS',
  'POST /api/data-points': 'VIEWERS writing tag',
  'GET /api/excursions/alarm-report': 'VIEWERS',
  'GET /api/excursions/bad-actors': 'VIEWERS',
  'POST /api/value-ledger/filters': 'VIEWERS',
  'GET /api/value-ledger/summary': 'VIEWERS',
  'GET /api/value-ledger/:id': 'VIEWERS',
  'PUT /api/value-ledger/:id': 'VIEWERS writing advisory',
  'DELETE /api/value-ledger/:id': 'VIEWERS writing advisory',
  'GET /api/mail/:id/pictures/:name': 'ADMINISTRATORS',
  'GET /api/settings/alarm-targets': 'VIEWERS',
  'PUT /api/settings/alarm-targets': 'ADMINISTRATORS',
  'GET /api/excursions/chattering': 'VIEWERS',
  'POST /api/excursions/filters': 'VIEWERS',
  'GET /api/excursions/standing': 'VIEWERS',
  'POST /api/failure-modes': 'VIEWERS writing twin',
  'DELETE /api/failure-modes/:id': 'VIEWERS writing twin',
  'PUT /api/failure-modes/with-risk': 'VIEWERS writing twin',
  'GET /api/failure-modes/coverage': 'VIEWERS',
  'POST /api/failure-modes/export': 'VIEWERS',
  'POST /api/failure-modes/filters': 'VIEWERS',
  'POST /api/groups': 'SECURITY_ADMINISTRATORS',
  'DELETE /api/groups/:name': 'SECURITY_ADMINISTRATORS',
  'GET /api/groups/:name': 'SECURITY_ADMINISTRATORS',
  'PUT /api/groups/:name': 'SECURITY_ADMINISTRATORS',
  'POST /api/groups/filters': 'SECURITY_ADMINISTRATORS',
  'POST /api/imports': 'VIEWERS writing tag',
  'POST /api/imports/head': 'VIEWERS writing tag',
  'GET /api/imports/:commandId/refused': 'VIEWERS writing tag',
  'POST /api/indicators': 'VIEWERS writing protection',
  'POST /api/indicators/explain': 'VIEWERS',
  'POST /api/indicators/export': 'VIEWERS',
  'POST /api/indicators/filters': 'VIEWERS',
  'GET /api/indicators/levels': 'VIEWERS',
  'POST /api/indicators/preview': 'VIEWERS',
  'POST /api/indicators/shelve': 'VIEWERS writing protection',
  'POST /api/indicators/unshelve': 'VIEWERS writing protection',
  'POST /api/indicators/with-activity': 'VIEWERS writing protection',
  'POST /api/indicators/with-pattern': 'VIEWERS writing protection',
  'GET /api/indicator-patterns/:id': 'VIEWERS',
  'PUT /api/indicator-patterns/:id': 'VIEWERS writing protection',
  'PUT /api/indicator-patterns/:id/patterns': 'VIEWERS writing protection',
  'POST /api/indicator-patterns/:id/train': 'VIEWERS writing protection',
  'POST /api/indicator-patterns/:id/train/cancel': 'VIEWERS writing protection',
  'GET /api/indicator-patterns/:id/train/status': 'VIEWERS',
  'PUT /api/indicator-patterns/:id/train/notify': 'VIEWERS',
  'DELETE /api/indicator-patterns/:id/train/notify': 'VIEWERS',
  'GET /api/indicator-patterns/:id/versions': 'VIEWERS',
  'POST /api/indicator-patterns/:id/versions/:version/apply': 'VIEWERS writing protection',
  'GET /api/indicator-patterns/:id/versions/:version/comparison': 'VIEWERS',
  'POST /api/indicator-patterns/:id/feedback': 'VIEWERS writing protection',
  'GET /api/indicator-patterns/:id/fit': 'VIEWERS',
  'POST /api/indicator-patterns/:id/similar': 'VIEWERS writing protection',
  'GET /api/indicator-patterns/:id/similar/:commandId': 'VIEWERS writing protection',
  'GET /api/indicator-patterns/:id/proposals': 'VIEWERS',
  'GET /api/indicators/:id/expected-values': 'VIEWERS',
  'POST /api/indicators/:id/deviation-tags': 'VIEWERS writing tag',
  'GET /api/indicators/:id': 'VIEWERS',
  'PUT /api/indicators/:id': 'VIEWERS writing protection',
  'DELETE /api/indicators/:id': 'VIEWERS writing protection',
  'GET /api/indicators/:id/due': 'VIEWERS',
  'POST /api/indicators/:id/retry': 'VIEWERS writing protection',
  'GET /api/indicators/:id/score': 'VIEWERS',
  'GET /api/twins/:id/known-history': 'VIEWERS',
  'POST /api/twins/:id/marked-ranges': 'VIEWERS writing protection',
  'DELETE /api/twins/:id/marked-ranges/:rangeId': 'VIEWERS writing protection',
  'GET /api/indicators/:id/simulations': 'VIEWERS',
  'GET /api/indicators/:id/simulations/status': 'VIEWERS',
  'DELETE /api/indicators/:id/simulations': 'VIEWERS writing protection',
  'PUT /api/indicators/:id/with-activity': 'VIEWERS writing protection',
  'GET /api/indicators/:id/levels': 'VIEWERS',
  'GET /api/external-sign-in': 'public',
  'GET /api/external-sign-in/callback': 'public',
  'POST /api/external-sign-in/start': 'public',
  'GET /api/indicators/:id/advisories/outcomes': 'VIEWERS',
  'GET /api/library/models/mtbf': 'VIEWERS',
  'DELETE /api/library/models/mtbf/:id': 'ADMINISTRATORS',
  'PUT /api/library/models/mtbf/:id': 'ADMINISTRATORS',
  'POST /api/library/models/mtbf/import': 'ADMINISTRATORS',
  'GET /api/library/models/mtbf/template': 'ADMINISTRATORS',
  'GET /api/library/status': 'anyone',
  'POST /api/library/models': 'VIEWERS writing library-model',
  'GET /api/library/models/:id': 'VIEWERS',
  'PUT /api/library/models/:id': 'VIEWERS writing library-model',
  'DELETE /api/library/models/:id': 'VIEWERS writing library-model',
  'GET /api/library/models/:id/draft': 'VIEWERS',
  'DELETE /api/library/models/:id/draft': 'VIEWERS writing library-model',
  'GET /api/library/models/:id/draft/simulation': 'VIEWERS',
  'POST /api/library/models/:id/draft/simulation': 'VIEWERS writing library-model',
  'POST /api/library/models/:id/publish': 'VIEWERS writing library-model',
  'GET /api/library/models/:id/versions': 'VIEWERS',
  'GET /api/library/models/:id/performance': 'VIEWERS',
  'GET /api/library/models/:id/differences': 'VIEWERS',
  'POST /api/library/models/filters': 'VIEWERS',
  'POST /api/library/models/:id/placements': 'VIEWERS writing twin',
  'GET /api/library/placements/:commandId': 'VIEWERS writing twin',
  'POST /api/library/placements/:commandId/apply': 'VIEWERS writing twin',
  'POST /api/library/models/:id/upgrades': 'VIEWERS writing twin',
  'GET /api/library/upgrades/:commandId': 'VIEWERS writing twin',
  'GET /api/library/upgrades/:commandId/twins/:twinId': 'VIEWERS writing twin',
  'POST /api/library/upgrades/:commandId/apply': 'VIEWERS writing twin',
  'POST /api/library/upgrades/:commandId/undo': 'VIEWERS writing twin',
  'POST /api/lists': 'ADMINISTRATORS or LIST_MANAGERS',
  'DELETE /api/lists/:id': 'ADMINISTRATORS or LIST_MANAGERS',
  'PUT /api/lists/:id': 'ADMINISTRATORS or LIST_MANAGERS',
  'GET /api/lists/:id/export': 'ADMINISTRATORS or LIST_MANAGERS',
  'POST /api/lists/:id/items/:itemId/replace': 'ADMINISTRATORS or LIST_MANAGERS',
  'GET /api/lists/:name': 'ADMINISTRATORS or LIST_MANAGERS',
  'POST /api/lists/filters': 'anyone',
  'POST /api/lists/imports': 'ADMINISTRATORS or LIST_MANAGERS',
  'GET /api/lists/imports/:commandId/rows.csv': 'ADMINISTRATORS or LIST_MANAGERS',
  'POST /api/lists/imports/:commandId/rows/filters': 'ADMINISTRATORS or LIST_MANAGERS',
  'POST /api/lists/imports/:commandId/run': 'ADMINISTRATORS or LIST_MANAGERS',
  'GET /api/lists/imports/template': 'ADMINISTRATORS or LIST_MANAGERS',
  'GET /api/lists/load/:listId': 'anyone',
  'GET /api/lists/values/:listName/:system': 'anyone',
  'POST /api/life-data': 'VIEWERS',
  'PUT /api/life-data/benchmarks/:id': 'ADMINISTRATORS',
  'PUT /api/life-data/riskanalyses/:id': 'VIEWERS writing risk-analysis',
  'GET /api/life-data/riskanalyses/:id/assets/:assetId': 'VIEWERS',
  'PUT /api/life-data/riskanalyses/:id/assets/:assetId': 'VIEWERS writing risk-analysis',
  'GET /api/life-data/twins/:id': 'VIEWERS',
  'PUT /api/life-data/twins/:id': 'VIEWERS writing twin',
  'POST /api/links': 'anyone',
  'POST /api/links/remove': 'anyone',
  'GET /api/links/:type/:id': 'anyone',
  'GET /api/references/:type': 'anyone',
  'GET /api/roll-ups/:type': 'anyone',
  'POST /api/links/:type/:id/:relationship/:side/filters': 'anyone',
  'POST /api/links/:type/:id/:relationship/:side/candidates/filters': 'anyone',
  'POST /api/relationships': 'ADMINISTRATORS or EXTENSIBILITY_ADMINISTRATORS',
  'DELETE /api/relationships/:name': 'ADMINISTRATORS or EXTENSIBILITY_ADMINISTRATORS',
  'GET /api/relationships/:name': 'ADMINISTRATORS or EXTENSIBILITY_ADMINISTRATORS',
  'PUT /api/relationships/:name': 'ADMINISTRATORS or EXTENSIBILITY_ADMINISTRATORS',
  'POST /api/relationships/filters': 'ADMINISTRATORS or EXTENSIBILITY_ADMINISTRATORS',
  'GET /api/settings/user/structure': 'anyone',
  'POST /api/settings/user/structure': 'anyone',
  'POST /api/structures': 'ADMINISTRATORS',
  'DELETE /api/structures/:name': 'ADMINISTRATORS',
  'GET /api/structures/:name': 'VIEWERS',
  'PUT /api/structures/:name': 'ADMINISTRATORS',
  'GET /api/structures/:name/ancestors/:type/:id': 'VIEWERS',
  'GET /api/structures/:name/children': 'VIEWERS',
  'POST /api/structures/filters': 'VIEWERS',
  'POST /api/login': 'public',
  'POST /api/login/external': 'public',
  'POST /api/login/second-factor': 'public',
  'POST /api/logout': 'anyone',
  'POST /api/mail/filters': 'ADMINISTRATORS',
  'DELETE /api/notifications': 'anyone',
  'GET /api/notifications': 'anyone',
  'PUT /api/notifications': 'anyone',
  'DELETE /api/notifications/:id': 'anyone',
  'PUT /api/notifications/:id': 'anyone',
  'GET /api/notifications/subscription': 'anyone',
  'POST /api/riskanalyses/': 'VIEWERS writing risk-analysis',
  'POST /api/riskanalyses/export': 'VIEWERS',
  'POST /api/riskanalyses/filters': 'VIEWERS',
  'GET /api/overview/first-steps': 'VIEWERS',
  'GET /api/overview/priorities': 'VIEWERS',
  'GET /api/overview/twin-map': 'VIEWERS',
  'GET /api/overview/twin-map/levels': 'VIEWERS',
  'GET /api/risk-history': 'VIEWERS',
  'GET /api/risk-history/twins/:id': 'VIEWERS',
  'GET /api/riskanalyses/:id': 'VIEWERS',
  'PUT /api/riskanalyses/:id': 'VIEWERS writing risk-analysis',
  'DELETE /api/riskanalyses/:id': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/risk-over-time': 'VIEWERS',
  'GET /api/riskanalyses/info/twin/:twinId': 'VIEWERS',
  'POST /api/riskanalyses/:id/assets': 'VIEWERS writing risk-analysis',
  'POST /api/riskanalyses/:id/assets/filters': 'VIEWERS',
  'POST /api/riskanalyses/:id/assets/remove': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/assets/:assetId': 'VIEWERS',
  'PUT /api/riskanalyses/:id/assets/:assetId': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/assets/:assetId/probabilities': 'VIEWERS',
  'POST /api/riskanalyses/:id/assets/:assetId/probabilities': 'VIEWERS writing risk-analysis',
  'PUT /api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId': 'VIEWERS writing risk-analysis',
  'DELETE /api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId':
    'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/imports/template': 'VIEWERS writing risk-analysis',
  'POST /api/riskanalyses/:id/assets/imports': 'VIEWERS writing risk-analysis',
  'POST /api/riskanalyses/:id/assets/imports/:commandId/run': 'VIEWERS writing risk-analysis',
  'POST /api/riskanalyses/:id/assets/imports/:commandId/rows/filters': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/assets/imports/:commandId/rows.csv': 'VIEWERS writing risk-analysis',
  'POST /api/riskanalyses/:id/budget': 'VIEWERS',
  'GET /api/riskanalyses/:id/improvements': 'VIEWERS',
  'GET /api/riskanalyses/:id/assets/:assetId/options': 'VIEWERS',
  'POST /api/riskanalyses/:id/assets/:assetId/options': 'VIEWERS writing risk-analysis',
  'PUT /api/riskanalyses/:id/assets/:assetId/options/:optionId': 'VIEWERS writing risk-analysis',
  'DELETE /api/riskanalyses/:id/assets/:assetId/options/:optionId': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/improvements/sets': 'VIEWERS',
  'PUT /api/riskanalyses/:id/improvements/costs': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/portfolio': 'VIEWERS',
  'GET /api/riskanalyses/:id/portfolio.xlsx': 'VIEWERS',
  'GET /api/riskanalyses/:id/scenarios': 'VIEWERS',
  'POST /api/riskanalyses/:id/scenarios': 'VIEWERS writing risk-analysis',
  'DELETE /api/riskanalyses/:id/scenarios/:scenarioId': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/scenarios/:scenarioId': 'VIEWERS',
  'GET /api/riskanalyses/:id/scenarios/:scenarioId/assets.xlsx': 'VIEWERS',
  'POST /api/riskanalyses/:id/scenarios/:scenarioId/assets/filters': 'VIEWERS',
  'POST /api/riskanalyses/:id/scenarios/:scenarioId/recalculate': 'VIEWERS writing risk-analysis',
  'GET /api/settings/riskmatrix': 'anyone',
  'PUT /api/settings/riskmatrix': 'ADMINISTRATORS',
  'POST /api/search': 'VIEWERS',
  'POST /api/search/kinds': 'VIEWERS',
  'POST /api/search/further': 'anyone',
  'POST /api/security/match': 'anyone',
  'POST /api/security/resolve': 'anyone',
  'POST /api/sessions': 'anyone',
  'GET /api/settings/notification': 'anyone',
  'GET /api/settings/notification/mails': 'anyone',
  'POST /api/webhooks/filters': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'GET /api/webhooks/:id': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/webhooks': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'PUT /api/webhooks/:id': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'DELETE /api/webhooks/:id': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/webhooks/:id/pause': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/webhooks/:id/resume': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/webhooks/:id/secret': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/webhooks/:id/test': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/webhooks/:id/messages/filters': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/webhooks/:id/messages/:messageId/send': 'ADMINISTRATORS or CONNECTION_MANAGERS',
  'POST /api/service-accounts/filters': 'SECURITY_ADMINISTRATORS',
  'GET /api/service-accounts/:id': 'SECURITY_ADMINISTRATORS',
  'POST /api/service-accounts': 'SECURITY_ADMINISTRATORS',
  'PUT /api/service-accounts/:id': 'SECURITY_ADMINISTRATORS',
  'POST /api/service-accounts/:id/token': 'SECURITY_ADMINISTRATORS',
  'DELETE /api/service-accounts/:id/token': 'SECURITY_ADMINISTRATORS',
  'POST /api/settings/notification': 'anyone',
  'POST /api/settings/notification/mails': 'anyone',
  'GET /api/settings/onprem': 'anyone',
  'GET /api/settings/system/early-points': 'anyone',
  'POST /api/settings/system/early-points': 'ADMINISTRATORS',
  'GET /api/settings/system/time-zone': 'anyone',
  'POST /api/settings/system/time-zone': 'ADMINISTRATORS',
  'GET /api/settings/system/video': 'anyone',
  'GET /api/settings/system/video/:id/player': 'anyone',
  'GET /api/settings/system/video/player': 'public',
  'POST /api/settings/system/video': 'ADMINISTRATORS',
  'GET /api/settings/security/sessions': 'SECURITY_ADMINISTRATORS',
  'POST /api/settings/security/sessions': 'SECURITY_ADMINISTRATORS',
  'GET /api/settings/security/identity-provider': 'SECURITY_ADMINISTRATORS',
  'POST /api/settings/security/identity-provider': 'SECURITY_ADMINISTRATORS',
  'GET /api/settings/security/second-factor': 'SECURITY_ADMINISTRATORS',
  'POST /api/settings/security/second-factor': 'SECURITY_ADMINISTRATORS',
  'POST /api/settings/security/test': 'SECURITY_ADMINISTRATORS',
  'GET /api/settings/system/database': 'ADMINISTRATORS',
  'GET /api/settings/system/disk': 'ADMINISTRATORS',
  'GET /api/settings/system/edition': 'anyone',
  'GET /api/settings/system/demo': 'ADMINISTRATORS',
  'POST /api/settings/system/demo/clear': 'ADMINISTRATORS',
  'POST /api/settings/system/demo/load': 'ADMINISTRATORS',
  'POST /api/settings/system/demo/restart': 'ADMINISTRATORS',
  'POST /api/settings/system/edition': 'ADMINISTRATORS',
  'GET /api/settings/system/help': 'anyone',
  'POST /api/settings/system/help': 'ADMINISTRATORS',
  'GET /api/settings/system/mail': 'ADMINISTRATORS',
  'POST /api/settings/system/mail': 'ADMINISTRATORS',
  'POST /api/settings/system/mail/test': 'ADMINISTRATORS',
  'GET /api/settings/security/rules': 'SECURITY_ADMINISTRATORS',
  'POST /api/settings/security/rules': 'SECURITY_ADMINISTRATORS',
  'GET /api/settings/system/general': 'anyone',
  'POST /api/settings/system/general': 'ADMINISTRATORS',
  'GET /api/settings/system/retention': 'ADMINISTRATORS',
  'POST /api/settings/system/retention': 'ADMINISTRATORS',
  'GET /api/settings/system/units': 'anyone',
  'POST /api/settings/system/units': 'ADMINISTRATORS',
  'GET /api/settings/user/appearance': 'anyone',
  'POST /api/settings/user/appearance': 'anyone',
  'POST /api/settings/user/first-steps': 'anyone',
  'GET /api/settings/user/units': 'anyone',
  'POST /api/settings/user/units': 'anyone',
  'GET /api/settings/user/watchlistsort': 'anyone',
  'POST /api/settings/user/watchlistsort': 'anyone',
  'POST /api/tag-aliases': 'VIEWERS',
  'DELETE /api/tag-aliases/:id': 'VIEWERS',
  'PUT /api/tag-aliases/:id': 'VIEWERS',
  'POST /api/tag-aliases/mappings': 'VIEWERS writing twin',
  'GET /api/tag-aliases/mappings/:commandId': 'VIEWERS writing twin',
  'POST /api/tag-aliases/mappings/:commandId/apply': 'VIEWERS writing twin',
  'POST /api/tag-aliases/mappings/:commandId/undo': 'VIEWERS writing twin',
  'POST /api/tag-aliases/modifications': 'VIEWERS',
  'POST /api/tag-aliases/suggestions': 'VIEWERS',
  'POST /api/tag-aliases/:id/unit-change': 'VIEWERS',
  'PUT /api/tag-aliases/unit-reviews/:id': 'VIEWERS writing protection',
  'POST /api/tag-aliases/unit-reviews/filters': 'VIEWERS writing protection',
  'POST /api/simulations': 'VIEWERS writing protection',
  'DELETE /api/simulations/:id': 'VIEWERS writing protection',
  'POST /api/simulations/:id/apply': 'VIEWERS writing protection',
  'GET /api/simulations/:id/excursions': 'VIEWERS',
  'GET /api/simulations/:id/export': 'VIEWERS',
  'GET /api/simulations/:id/score': 'VIEWERS',
  'GET /api/simulations/:id/spans': 'VIEWERS',
  'GET /api/simulations/:id/tallies': 'VIEWERS',
  'GET /api/simulations/:id/summary': 'VIEWERS',
  'POST /api/tags': 'VIEWERS writing tag',
  'DELETE /api/tags/:id': 'VIEWERS writing tag',
  'GET /api/tags/:id': 'VIEWERS',
  'PUT /api/tags/:id': 'VIEWERS writing tag',
  'DELETE /api/tags/:id/data-points': 'VIEWERS writing tag',
  'GET /api/tags/:id/data-points': 'VIEWERS',
  'POST /api/tags/:id/data-points': 'VIEWERS writing tag',
  'GET /api/tags/:id/data-points.csv': 'VIEWERS',
  'GET /api/tags/:id/rhythm': 'VIEWERS',
  'POST /api/tags/:id/data-points/counter': 'VIEWERS',
  'POST /api/tags/:tagId/work/filters': 'VIEWERS',
  'POST /api/tags/work/oldest': 'VIEWERS',
  'GET /api/tags/work/spans': 'VIEWERS',
  'GET /api/tags/work/counts': 'VIEWERS',
  'POST /api/tags/:id/recalculate': 'VIEWERS writing tag',
  'POST /api/tags/:id/unit-change': 'VIEWERS',
  'POST /api/tags/data-points/oldest': 'VIEWERS',
  'POST /api/tags/filters': 'VIEWERS',
  'POST /api/tags/preview': 'VIEWERS',
  'POST /api/tags/search': 'VIEWERS',
  'GET /api/tags/status': 'VIEWERS',
  'POST /api/twins': 'VIEWERS writing twin',
  'DELETE /api/twins/:id': 'VIEWERS writing twin',
  'GET /api/twins/:id': 'VIEWERS',
  'PUT /api/twins/:id': 'VIEWERS writing twin',
  'GET /api/twins/:id/activities': 'VIEWERS',
  'POST /api/twins/:id/copy': 'VIEWERS writing twin',
  'GET /api/twins/:id/failure-modes': 'VIEWERS',
  'GET /api/twins/:id/calculated-tags': 'VIEWERS',
  'GET /api/twins/:id/calculation-inputs': 'VIEWERS',
  'GET /api/twins/:id/excursions/spans': 'VIEWERS',
  'GET /api/twins/:id/excursions/tallies': 'VIEWERS',
  'GET /api/indicators/:id/levels/spans': 'VIEWERS',
  'GET /api/indicators/:id/answers': 'VIEWERS',
  'GET /api/indicators/:id/answers/spans': 'VIEWERS',
  'GET /api/indicators/:id/answers/why': 'VIEWERS',
  'GET /api/simulations/:id/answers/spans': 'VIEWERS',
  'GET /api/twins/:id/parameters': 'VIEWERS',
  'PUT /api/twins/:id/parameters': 'VIEWERS writing twin',
  'POST /api/twins/parameters/imports': 'VIEWERS writing twin',
  'GET /api/twins/parameters/imports/:commandId/rows.csv': 'VIEWERS writing twin',
  'POST /api/twins/parameters/imports/:commandId/rows/filters': 'VIEWERS writing twin',
  'POST /api/twins/parameters/imports/:commandId/run': 'VIEWERS writing twin',
  'GET /api/twins/parameters/imports/template': 'VIEWERS writing twin',
  'GET /api/twins/:id/model': 'VIEWERS',
  'GET /api/twins/:id/protections': 'VIEWERS',
  'GET /api/twins/:id/tag-aliases': 'VIEWERS',
  'PUT /api/twins/active': 'VIEWERS writing twin',
  'POST /api/twins/export': 'VIEWERS',
  'POST /api/twins/filters': 'VIEWERS',
  'GET /api/twins/levels': 'VIEWERS',
  'GET /api/twins/subscriptions': 'VIEWERS',
  'DELETE /api/twins/subscriptions/:id': 'VIEWERS',
  'GET /api/twins/subscriptions/:id': 'VIEWERS',
  'POST /api/twins/subscriptions/:id': 'VIEWERS',
  'DELETE /api/twins/watches': 'VIEWERS',
  'GET /api/twins/watches': 'VIEWERS',
  'POST /api/twins/watches': 'VIEWERS',
  'DELETE /api/twins/watches/:id': 'VIEWERS',
  'GET /api/twins/watches/:id': 'VIEWERS',
  'POST /api/twins/watches/:id': 'VIEWERS',
  'GET /api/uom/categories': 'anyone',
  'POST /api/uom/categories': 'ADMINISTRATORS',
  'DELETE /api/uom/categories/:id': 'ADMINISTRATORS',
  'PUT /api/uom/categories/:id': 'ADMINISTRATORS',
  'POST /api/uom/categories/filters': 'anyone',
  'GET /api/uom/units': 'anyone',
  'POST /api/uom/units': 'ADMINISTRATORS',
  'DELETE /api/uom/units/:id': 'ADMINISTRATORS',
  'PUT /api/uom/units/:id': 'ADMINISTRATORS',
  'POST /api/uom/units/:id/replace': 'ADMINISTRATORS',
  'GET /api/uom/units/:id/uses': 'ADMINISTRATORS',
  'POST /api/uom/units/filters': 'anyone',
  'PUT /api/twins/with-risk': 'VIEWERS writing twin',
  'GET /api/user/current': 'anyone',
  'GET /api/user/current/second-factor': 'anyone',
  'POST /api/user/current/second-factor/passkeys': 'anyone',
  'POST /api/user/current/second-factor/passkeys/:passkeyId/remove': 'anyone',
  'POST /api/user/current/second-factor/passkeys/confirm': 'anyone',
  'POST /api/user/current/second-factor/recovery-codes': 'anyone',
  'POST /api/user/current/second-factor/totp': 'anyone',
  'POST /api/user/current/second-factor/totp/confirm': 'anyone',
  'POST /api/user/current/second-factor/totp/remove': 'anyone',
  'GET /api/user/current/email-change': 'anyone',
  'DELETE /api/user/current/email-change': 'anyone',
  'POST /api/user/email/confirm': 'public',
  'DELETE /api/user/current/sessions': 'anyone',
  'GET /api/user/current/sessions': 'anyone',
  'DELETE /api/user/current/sessions/:sessionId': 'anyone',
  'POST /api/user/current/update': 'anyone',
  'POST /api/user/current/update/password': 'anyone',
  'POST /api/user/password/request-reset': 'public',
  'POST /api/user/password/reset': 'public',
  'POST /api/users': 'SECURITY_ADMINISTRATORS',
  'GET /api/users/:id': 'SECURITY_ADMINISTRATORS',
  'PUT /api/users/:id': 'SECURITY_ADMINISTRATORS',
  'GET /api/users/:id/second-factor': 'SECURITY_ADMINISTRATORS',
  'POST /api/users/:id/second-factor/reset': 'SECURITY_ADMINISTRATORS',
  'POST /api/users/filters': 'SECURITY_ADMINISTRATORS',
  'POST /api/users/sessions/end': 'SECURITY_ADMINISTRATORS',
  'POST /api/users/:id/sessions/end': 'SECURITY_ADMINISTRATORS',
  'POST /api/users/:id/unlock': 'SECURITY_ADMINISTRATORS',
  'GET /api/validateSession': 'anyone',
  'GET /version.json': 'public',
  'POST /api/work': 'VIEWERS writing work',
  'DELETE /api/work/:id': 'VIEWERS writing work',
  'GET /api/work/:id': 'VIEWERS',
  'PUT /api/work/:id': 'VIEWERS writing work',
  'POST /api/work/export': 'VIEWERS',
  'POST /api/work/filters': 'VIEWERS',
  'POST /api/work/totals': 'VIEWERS',
  'POST /api/tags/export': 'VIEWERS',
  'POST /api/tags/imports': 'VIEWERS writing tag',
  'GET /api/tags/imports/:commandId/rows.csv': 'VIEWERS writing tag',
  'POST /api/tags/imports/:commandId/rows/filters': 'VIEWERS writing tag',
  'POST /api/tags/imports/:commandId/run': 'VIEWERS writing tag',
  'GET /api/tags/imports/template': 'VIEWERS writing tag',
  'POST /api/work/imports': 'VIEWERS writing work',
  'GET /api/work/imports/:commandId/rows.csv': 'VIEWERS writing work',
  'POST /api/work/imports/:commandId/rows/filters': 'VIEWERS writing work',
  'POST /api/work/imports/:commandId/run': 'VIEWERS writing work',
  'GET /api/work/imports/template': 'VIEWERS writing work',
  'GET /api/queries/types': 'anyone',
  'GET /api/exchange': 'ADMINISTRATORS',
  'POST /api/exchange/keys': 'ADMINISTRATORS',
  'POST /api/exchange/exports': 'ADMINISTRATORS',
  'GET /api/exchange/exports/:commandId': 'ADMINISTRATORS',
  'POST /api/exchange/checks': 'ADMINISTRATORS',
  'GET /api/exchange/checks/:commandId/rows': 'ADMINISTRATORS',
  'POST /api/exchange/checks/:commandId/import': 'ADMINISTRATORS',
  'GET /api/exchange/imports': 'ADMINISTRATORS',
  'POST /api/exchange/imports/:id/roll-back': 'ADMINISTRATORS',
  'POST /api/queries/filters': 'anyone',
  'GET /api/queries/folders': 'anyone',
  'GET /api/queries/:id': 'anyone',
  'POST /api/queries': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'PUT /api/queries/:id': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'DELETE /api/queries/:id': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'POST /api/queries/:id/copy': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'PUT /api/queries/:id/favorite': 'anyone',
  'DELETE /api/queries/:id/favorite': 'anyone',
  'POST /api/queries/run': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'POST /api/queries/:id/run': 'anyone',
  'POST /api/queries/rows': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'POST /api/queries/:id/rows': 'anyone',
  'POST /api/queries/:id/export': 'anyone',
  'GET /api/queries/exports/:commandId': 'anyone',
  'GET /api/queries/:id/uses': 'anyone',
  'GET /api/queries/:id/versions': 'anyone',
  'POST /api/queries/:id/versions/:savedVersion/restore': 'ADMINISTRATORS or DASHBOARD_MANAGERS',
  'POST /api/recordtypes/filters': 'anyone',
  'GET /api/recordtypes/:name': 'anyone',
  'GET /api/recordtypes/:name/use': 'ADMINISTRATORS or EXTENSIBILITY_ADMINISTRATORS',
  'POST /api/recordtypes': 'ADMINISTRATORS or EXTENSIBILITY_ADMINISTRATORS',
  'POST /api/recordtypes/:name/copy': 'ADMINISTRATORS or EXTENSIBILITY_ADMINISTRATORS',
  'PUT /api/recordtypes/:name': 'ADMINISTRATORS or EXTENSIBILITY_ADMINISTRATORS',
  'DELETE /api/recordtypes/:name': 'ADMINISTRATORS or EXTENSIBILITY_ADMINISTRATORS',
  'POST /api/recordtypes/:name/fields/:field/remove': 'ADMINISTRATORS or EXTENSIBILITY_ADMINISTRATORS',
  'GET /api/security/recordtypes': 'SECURITY_ADMINISTRATORS',
  'GET /api/user/password/rules': 'public',
  'POST /api/export/:list': 'anyone',
  'GET /api/views/:list': 'anyone',
  'POST /api/views/:list': 'anyone',
  'PUT /api/views/:list/:id': 'anyone',
  'DELETE /api/views/:list/:id': 'anyone',
  'POST /api/records/:type/filters': 'anyone',
  'GET /api/records/:type/:id': 'anyone',
  'GET /api/records/:id': 'anyone',
  'POST /api/records/:type': 'anyone',
  'PUT /api/records/:type/:id': 'anyone',
  'POST /api/records/:type/:id/transition': 'anyone',
  'DELETE /api/records/:type/:id': 'anyone',
  'POST /api/records/:type/changes': 'anyone',
  'GET /api/records/:type/:id/history': 'anyone',
  'POST /api/recordsearch': 'anyone',
  'POST /api/records/:type/export': 'anyone',
  'GET /api/records/:type/:id/attachments': 'anyone',
  'POST /api/records/:type/:id/attachments': 'anyone',
  'GET /api/records/:type/:id/attachments/:attachmentId': 'anyone',
  'DELETE /api/records/:type/:id/attachments/:attachmentId': 'anyone',
  'GET /api/records/:type/imports/template': 'anyone',
  'POST /api/records/:type/imports': 'anyone',
  'POST /api/records/:type/imports/:commandId/check': 'anyone',
  'POST /api/records/:type/imports/:commandId/run': 'anyone',
  'POST /api/records/:type/imports/:commandId/rows/filters': 'anyone',
  'GET /api/records/:type/imports/:commandId/rows.csv': 'anyone',
};

/** Calls that no service account may make: own sign-ins and profiles, live events of screens, and tokens that outlive its own. */
const forPeople: ReadonlySet<string> = new Set([
  'DELETE /api/user/current/email-change',
  'DELETE /api/user/current/sessions',
  'DELETE /api/user/current/sessions/:sessionId',
  'GET /api/displays/events',
  'GET /api/notifications/subscription',
  'GET /api/service-accounts/:id',
  'DELETE /api/service-accounts/:id/token',
  'POST /api/service-accounts',
  'POST /api/service-accounts/:id/token',
  'POST /api/service-accounts/filters',
  'PUT /api/service-accounts/:id',
  'GET /api/user/current/email-change',
  'GET /api/user/current/second-factor',
  'GET /api/user/current/sessions',
  'GET /api/validateSession',
  'POST /api/displays',
  'POST /api/logout',
  'POST /api/sessions',
  'POST /api/user/current/second-factor/passkeys',
  'POST /api/user/current/second-factor/passkeys/:passkeyId/remove',
  'POST /api/user/current/second-factor/passkeys/confirm',
  'POST /api/user/current/second-factor/recovery-codes',
  'POST /api/user/current/second-factor/totp',
  'POST /api/user/current/second-factor/totp/confirm',
  'POST /api/user/current/second-factor/totp/remove',
  'POST /api/user/current/update',
  'POST /api/user/current/update/password',
]);

/** The scopes that a call requires of a service account, derived from its row. */
function scopesAsked(key: string, admits: Admits): ServiceScope[] {
  const isRead = key.startsWith('GET ') || (published[key] === 'reads' && !startsWork.has(key));
  const isOfUsers = /^(public|anyone|service accounts|VIEWERS.*|ADMINISTRATORS or DASHBOARD_MANAGERS)$/.test(
    admits,
  );
  return [isRead ? 'read' : 'write', ...(isOfUsers ? [] : ['administer' as const])];
}

/** Calls that publish nothing, but call other systems, send mails or read files. */
const startsWork: ReadonlySet<string> = new Set([
  'POST /api/connections/:id/requests',
  'DELETE /api/connections/:id/requests/:requestId',
  'POST /api/imports/head',
  'POST /api/settings/system/mail/test',
]);

interface Role {
  name: string;
  user: MakeUser;
}

const writer = (recordType: RecordType): Role => ({
  name: `VIEWERS writing ${recordType}`,
  user: { groups: ['VIEWERS'], recordTypes: [recordType] },
});

const roles: Role[] = [
  { name: 'nobody in particular', user: {} },
  ...groups.map((group) => ({ name: group, user: { groups: [group] } })),
  writer('advisory'),
  writer('asset'),
  writer('tag'),
  writer('twin'),
  writer('work'),
  { name: 'writing tag without VIEWERS', user: { recordTypes: ['tag'] } },
  { name: 'administrator', user: { isAdmin: true } },
];

function isAdmitted(admits: Admits, { user }: Role): boolean {
  if (admits === 'no user' || admits === 'service accounts') return false;
  if (admits === 'public' || admits === 'anyone' || user.isAdmin) return true;
  const [groupNames, recordType] = admits.split(' writing ') as [string, RecordType | undefined];
  const mayWrite = recordType === undefined || user.recordTypes?.includes(recordType);
  return Boolean(groupNames.split(' or ').some((group) => user.groups?.includes(group as Group)) && mayWrite);
}

let test: TestApp;
const userIds = new Map<string, number>();
/** A session of each role, made when it is first needed. */
const sessions = new Map<string, Record<string, string>>();
let expired: Record<string, string>;
/** Service accounts with all groups and record types, by their scopes; and one with all scopes and no rights. */
const accounts = new Map<string, { scopes: readonly ServiceScope[]; headers: Record<string, string> }>();

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  for (const { name, user } of roles) userIds.set(name, await makeUser(db, user));
  const former = await makeUser(db, { isAdmin: true });
  expired = await makeUserSession(db, former);
  await sql`update session set expires_at = now() - interval '1 second' where user_id = ${former}`.execute(
    db,
  );
  for (const scopes of [['read'], ['read', 'write'], ['read', 'administer'], serviceScopes] as const) {
    const headers = await makeServiceAccount(test.tenant.db, { scopes, groups, recordTypes });
    accounts.set(scopes.join(), { scopes, headers });
  }
  const headers = await makeServiceAccount(test.tenant.db, { scopes: serviceScopes });
  accounts.set('without rights', { scopes: serviceScopes, headers });
});
afterAll(() => test.close());

/** The status of a call with an empty body, and the message of an error. A stream is closed at once. */
async function call(method: string, path: string, headers: Record<string, string>) {
  const url = path.replace(/:\w+/g, (name) => (name === ':name' ? 'NOBODY' : '999999999'));
  const { statusCode, stream, raw } = await test.app.inject({
    method: method as Method,
    url,
    headers: { ...headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: '{}' }),
    payloadAsStream: true,
  });
  const message = statusCode >= 400 ? ((await json(stream())) as { message: string }).message : null;
  raw.res.destroy();
  return { status: statusCode, message };
}

/** Calls that end sessions: the caller's, or those of others. */
const endsSessions: ReadonlySet<string> = new Set([
  'POST /api/logout',
  'DELETE /api/user/current/sessions',
  'DELETE /api/user/current/sessions/:sessionId',
  'POST /api/users/sessions/end',
]);

async function getSession({ name }: Role): Promise<Record<string, string>> {
  const session = sessions.get(name) ?? (await makeUserSession(test.tenant.db, userIds.get(name)!));
  sessions.set(name, session);
  return session;
}

/** Accounts whose calls are made through the Model Context Protocol too. */
const throughMcp = new Set(['read', serviceScopes.join(), 'without rights']);

/** The same call through the Model Context Protocol; null if it is not a tool. */
async function callTool(key: string, headers: Record<string, string>) {
  const route = routes.find(({ method, path }) => `${method} ${path}` === key)!;
  const tool = listTools().get(routeName(route));
  if (!tool) return null;
  const args = Object.fromEntries(
    tool.required.map((name) => [name, name === 'body' ? {} : name === 'name' ? 'NOBODY' : '999999999']),
  );
  const answer = await test.ask(
    'POST',
    '/api/mcp',
    { ...headers, accept: 'application/json, text/event-stream' },
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool.listed.name, arguments: args } },
  );
  const { status, result } = answer.json().result.structuredContent;
  return { status, message: status >= 400 ? result.message : null };
}

describe('the access table', () => {
  it('has a row for every call, and no other', () => {
    const declared = routes.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(table).sort()).toEqual(declared.sort());
  });
});

describe.each(Object.entries(table))('%s (for %s)', (key, admits) => {
  const [method, path] = key.split(' ') as [string, string];

  it('answers 401 without a valid session, unless it is public', async () => {
    const elsewhere = toHeaders(unknownSessionId(), 'elsewhere');
    const unknown = [{}, toHeaders(unknownSessionId()), elsewhere, expired];
    const answers = await Promise.all(unknown.map((headers) => call(method, path, headers)));
    for (const { status, message } of answers) {
      if (admits === 'public') expect([401, 403]).not.toContain(status);
      else expect([status, message]).toEqual([401, 'Please sign in.']);
    }
  });

  it('answers 403 to all other users', async () => {
    const answer = async (role: Role) => ({ role, ...(await call(method, path, await getSession(role))) });
    const answers: Awaited<ReturnType<typeof answer>>[] = [];
    if (endsSessions.has(key)) {
      for (const role of roles) {
        answers.push(await answer(role));
        sessions.clear();
      }
    } else answers.push(...(await Promise.all(roles.map(answer))));
    for (const { status, message } of answers) {
      expect(status, message ?? '').not.toBe(401);
      expect(status, message ?? '').toBeLessThan(500);
      if (status === 403) expect(message).toBe('You do not have sufficient privileges to access this page.');
    }
    const refused = answers.filter(({ status }) => status === 403).map(({ role }) => role.name);
    expect(refused).toEqual(roles.filter((role) => !isAdmitted(admits, role)).map(({ name }) => name));
  });

  it('answers 403 to service accounts without its scopes or rights', async () => {
    if (admits === 'public') return;
    const answers = await Promise.all(
      [...accounts].map(async ([name, { scopes, headers }]) => {
        const answer = await call(method, path, headers);
        return {
          name,
          scopes,
          ...answer,
          byTool: throughMcp.has(name) ? await callTool(key, headers) : null,
        };
      }),
    );
    for (const { name, scopes, status, message, byTool } of answers) {
      const mayCall = scopesAsked(key, admits).every((scope) => scopes.includes(scope));
      const needsNoRights = admits === 'anyone' || admits === 'service accounts';
      const hasRights = admits !== 'no user' && (name !== 'without rights' || needsNoRights);
      expect([name, status === 403, message]).toEqual([
        name,
        forPeople.has(key) || !mayCall || !hasRights,
        message,
      ]);
      expect(status).not.toBe(401);
      expect(status).toBeLessThan(500);
      if (byTool)
        expect([
          name,
          byTool.status === 403,
          byTool.status < 500,
          byTool.status === 403 && byTool.message,
        ]).toEqual([name, status === 403, true, status === 403 && message]);
      if (admits === 'no user') continue;
      if (forPeople.has(key)) expect(message).toMatch(/^This call is for people/);
      else if (!mayCall) expect(message).toMatch(/^The service account lacks the scope/);
    }
  });
});
