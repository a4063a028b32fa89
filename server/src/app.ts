import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { buildVersion, getVersion } from '@twinward/contracts/core/version';
import { maximumImportBytes } from '@twinward/contracts/signals/import';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createRemoteModels } from './connectors/host/remote-models.ts';
import { plantRoutes } from './connectors/plant/routes.ts';
import { externalSignInRoutes } from './modules/access/external-sign-in/routes.ts';
import { groupRoutes } from './modules/access/group/routes.ts';
import { passwordResetRoutes } from './modules/access/password-reset/routes.ts';
import { secondFactorRoutes } from './modules/access/second-factor/routes.ts';
import { securityRoutes } from './modules/access/security/routes.ts';
import { serviceAccountRoutes } from './modules/access/service-account/routes.ts';
import { createServiceAuthentication } from './modules/access/service-account/service.ts';
import { sessionRoutes } from './modules/access/session/routes.ts';
import { signInRoutes } from './modules/access/sign-in/routes.ts';
import { Sessions } from './modules/access/sign-in/sessions.ts';
import { userRoutes } from './modules/access/user/routes.ts';
import { confirmOwnPassword } from './modules/access/user/service.ts';
import { assetRoutes } from './modules/assets/asset/routes.ts';
import { assetImportRoutes } from './modules/assets/asset-import/routes.ts';
import { benchmarkRoutes } from './modules/assets/benchmark/routes.ts';
import { taxonomyRoutes } from './modules/assets/taxonomy/routes.ts';
import { connectionRoutes } from './modules/connections/connection/routes.ts';
import { createConnectionAuthentication } from './modules/connections/connection/service.ts';
import { streamRoutes } from './modules/connections/stream/routes.ts';
import { demoRoutes } from './modules/exchange/demo/routes.ts';
import { draftSimulationRoutes } from './modules/exchange/draft-simulation/routes.ts';
import { firstStepsRoutes } from './modules/exchange/first-steps/routes.ts';
import { modelPlacementRoutes } from './modules/exchange/model-placement/routes.ts';
import { modelUpgradeRoutes } from './modules/exchange/model-upgrade/routes.ts';
import { namedListRoutes } from './modules/exchange/named-list/routes.ts';
import { packageRoutes } from './modules/exchange/package/routes.ts';
import { twinCopyRoutes } from './modules/exchange/twin-copy/routes.ts';
import { sharedModelRoutes, twinModelRoutes } from './modules/exchange/twin-model/routes.ts';
import { commandRoutes } from './modules/jobs/command/routes.ts';
import { listImportRoutes } from './modules/jobs/list-import/routes.ts';
import { advisoryRoutes } from './modules/outcomes/advisory/routes.ts';
import { alarmPerformanceRoutes } from './modules/outcomes/alarm-performance/routes.ts';
import { diskNoticeRoutes } from './modules/outcomes/disk-notice/routes.ts';
import { notificationRoutes } from './modules/outcomes/notification/routes.ts';
import { watchRoutes } from './modules/outcomes/watch/routes.ts';
import { webhookRoutes } from './modules/outcomes/webhook/routes.ts';
import { patternSearchRoutes } from './modules/proof/pattern-search/routes.ts';
import { protectionScoreRoutes } from './modules/proof/protection-score/routes.ts';
import { simulationRoutes } from './modules/proof/simulation/routes.ts';
import { calculatedTagRoutes } from './modules/protections/calculated-tag/routes.ts';
import { evaluationRoutes } from './modules/protections/evaluation/routes.ts';
import { excursionRoutes } from './modules/protections/excursion/routes.ts';
import { expectedValueRoutes } from './modules/protections/expected-value/routes.ts';
import { inputUnitRoutes } from './modules/protections/input-unit/routes.ts';
import { patternRoutes } from './modules/protections/pattern/routes.ts';
import { patternAnswerRoutes } from './modules/protections/pattern-answer/routes.ts';
import { protectionRoutes } from './modules/protections/protection/routes.ts';
import { shelvingRoutes } from './modules/protections/shelving/routes.ts';
import { auditTrailRoutes } from './modules/questions/audit-trail/routes.ts';
import { createDisplayAuthentication } from './modules/questions/dashboard/display.ts';
import { dashboardRoutes } from './modules/questions/dashboard/routes.ts';
import { furtherSearchRoutes } from './modules/questions/further-search/routes.ts';
import { overviewRoutes } from './modules/questions/overview/routes.ts';
import { queryRoutes } from './modules/questions/query/routes.ts';
import { reportRoutes } from './modules/questions/report/routes.ts';
import { riskHistoryRoutes } from './modules/questions/risk-history/routes.ts';
import { valueLedgerRoutes } from './modules/questions/value-ledger/routes.ts';
import { linkRoutes } from './modules/records/link/routes.ts';
import { recordRoutes } from './modules/records/record/routes.ts';
import { recordTypeRoutes } from './modules/records/record-type/routes.ts';
import { relationshipRoutes } from './modules/records/relationship/routes.ts';
import { savedViewRoutes } from './modules/records/saved-view/routes.ts';
import { structureRoutes } from './modules/records/structure/routes.ts';
import { improvementRoutes } from './modules/risk/improvement/routes.ts';
import { lifeDataRoutes } from './modules/risk/life-data/routes.ts';
import { portfolioRoutes } from './modules/risk/portfolio/routes.ts';
import { riskAnalysisRoutes } from './modules/risk/risk-analysis/routes.ts';
import { riskAnalysisImportRoutes } from './modules/risk/risk-analysis-import/routes.ts';
import { scenarioRoutes } from './modules/risk/scenario/routes.ts';
import { dataPointRoutes } from './modules/signals/data-point/routes.ts';
import { feedImportRoutes } from './modules/signals/feed-import/routes.ts';
import { intakeRoutes } from './modules/signals/intake/routes.ts';
import { importRoutes } from './modules/signals/point-import/routes.ts';
import { sharingRoutes } from './modules/signals/sharing/routes.ts';
import { tagRoutes } from './modules/signals/tag/routes.ts';
import { tagImportRoutes } from './modules/signals/tag-import/routes.ts';
import { watchRefusals } from './modules/system/audit/refusals.ts';
import { editionRoutes } from './modules/system/edition/routes.ts';
import { helpRoutes } from './modules/system/help/routes.ts';
import { libraryRoutes } from './modules/system/library/routes.ts';
import { mailRoutes } from './modules/system/mail/routes.ts';
import { searchRoutes } from './modules/system/search/routes.ts';
import { settingRoutes } from './modules/system/setting/routes.ts';
import { unitRoutes } from './modules/system/unit/routes.ts';
import { valueListRoutes } from './modules/system/value-list/routes.ts';
import { activityRoutes } from './modules/twins/activity/routes.ts';
import { aliasRoutes } from './modules/twins/alias/routes.ts';
import { annotationRoutes } from './modules/twins/annotation/routes.ts';
import { consequenceRoutes } from './modules/twins/consequence/routes.ts';
import { failureModeRoutes } from './modules/twins/failure-mode/routes.ts';
import { mtbfRoutes } from './modules/twins/mtbf/routes.ts';
import { parameterRoutes } from './modules/twins/parameter/routes.ts';
import { parameterImportRoutes } from './modules/twins/parameter-import/routes.ts';
import { twinRoutes } from './modules/twins/twin/routes.ts';
import { workRoutes } from './modules/work/work/routes.ts';
import { workImportRoutes } from './modules/work/work-import/routes.ts';
import { createProxyTest } from './platform/config/http-config.ts';
import type { ServerContext } from './platform/context.ts';
import { createPathReader } from './platform/http/base-path.ts';
import { allowOrigins } from './platform/http/cors.ts';
import { serveDocs } from './platform/http/docs.ts';
import { answerFailure, handleErrors } from './platform/http/error-handler.ts';
import { tagAnswers } from './platform/http/etag.ts';
import { healthRoutes, type WorkSide } from './platform/http/health.ts';
import { type HttpLimits, toHttpLimits } from './platform/http/http-limits.ts';
import {
  createServerFactory,
  createUnreadableHandler,
  limitRequestsInFlight,
} from './platform/http/http-server.ts';
import { issueMessage } from './platform/http/issue-messages.ts';
import { parseJsonBodies } from './platform/http/json-body.ts';
import { mcpRoutes } from './platform/http/mcp/routes.ts';
import { refuseOtherMethods } from './platform/http/methods.ts';
import { metricsRoute } from './platform/http/metrics-route.ts';
import { describeApi } from './platform/http/openapi/describe-api.ts';
import { createRouting } from './platform/http/routing.ts';
import { shareLookups } from './platform/http/shared-lookups.ts';
import { createRefusal } from './platform/http/slow-sender.ts';
import { compressAnswers, secure, serveWeb } from './platform/http/web.ts';
import { LiveEventHub } from './platform/live/live-event-hub.ts';
import { measureRequests } from './platform/process/metrics.ts';
import './subscriptions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every call that was bound, as `GET /api/twins/:id`. */
    boundCalls: ReadonlySet<string>;
  }
}

z.config({ customError: issueMessage });

const oneMebibyte = 1024 * 1024;

export interface AppOptions {
  /** The thread that runs jobs and evaluates, where this process has one. */
  work?: WorkSide | null;
  /** In place of the limits of the settings. */
  limits?: Partial<HttpLimits>;
}

/** Builds the app without listening, so that a test needs no port. Closing it closes what it opened. */
export async function buildApp(context: ServerContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const { work = null } = options;
  const isProxy = createProxyTest(context.config.http.trustedProxies);
  const limits: HttpLimits = { ...toHttpLimits(context.config.http), ...options.limits };
  const refuse = createRefusal(context.config.http.https);
  const app = Fastify({
    serverFactory: createServerFactory(limits, isProxy, refuse),
    clientErrorHandler: createUnreadableHandler(refuse),
    loggerInstance: context.log,
    genReqId: () => randomUUID(),
    rewriteUrl: createPathReader(context.config.http.basePath),
    bodyLimit: oneMebibyte,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: answerFailure,
    // Requests are counted and timed; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    // Milliseconds. Fastify allows 10 s, which a busy machine exceeds.
    pluginTimeout: 120_000,
    trustProxy: isProxy,
  }) as unknown as FastifyInstance;
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);
  parseJsonBodies(app);
  limitRequestsInFlight(app, limits.connectionsPerAddress, isProxy);
  measureRequests(app);
  watchRefusals(app, context);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  allowOrigins(app, context.config.http.corsOrigins);
  await secure(app, context.config.http);
  tagAnswers(app);
  await compressAnswers(app);
  await app.register(rateLimit, { global: false });
  await app.register(multipart, {
    limits: { files: 1, fileSize: maximumImportBytes, fields: 10, fieldSize: 1000 },
  });
  await describeApi(app, context.config.http.basePath);

  const hub = new LiveEventHub(context.log);
  app.addHook('preClose', () => hub.close());

  const sessions = new Sessions(context);
  const authenticateDisplay = createDisplayAuthentication(context.tenants);
  const authenticateConnection = createConnectionAuthentication(context.tenants);
  const authenticateService = createServiceAuthentication(context.tenants);
  const authenticate = shareLookups(
    async (credentials) =>
      (await authenticateDisplay(credentials)) ??
      (await authenticateConnection(credentials)) ??
      (await authenticateService(credentials)) ??
      (await sessions.authenticate(credentials)),
  );
  const routing = createRouting(app, authenticate);
  routing.implement(getVersion, async () => ({ version: buildVersion }));
  signInRoutes(routing, sessions);
  sessionRoutes(routing);
  secondFactorRoutes(routing, confirmOwnPassword);
  externalSignInRoutes(routing, context, sessions.openExternal);
  helpRoutes(routing, context.tenants);
  userRoutes(routing, context.tenants);
  serviceAccountRoutes(routing);
  groupRoutes(routing);
  relationshipRoutes(routing);
  linkRoutes(routing);
  structureRoutes(routing);
  savedViewRoutes(routing);
  securityRoutes(routing);
  searchRoutes(routing);
  passwordResetRoutes(routing, context.tenants);
  auditTrailRoutes(routing);
  settingRoutes(routing, context.config);
  libraryRoutes(routing);
  twinModelRoutes(routing);
  sharedModelRoutes(
    routing,
    createRemoteModels({
      allowsLocal: context.config.connectLocal,
      directory: context.config.dataDirectory,
    }),
  );
  modelPlacementRoutes(routing);
  modelUpgradeRoutes(routing);
  draftSimulationRoutes(routing);
  benchmarkRoutes(routing);
  lifeDataRoutes(routing);
  improvementRoutes(routing);
  dashboardRoutes(routing, hub);
  scenarioRoutes(routing);
  portfolioRoutes(routing);
  riskHistoryRoutes(routing);
  overviewRoutes(routing);
  furtherSearchRoutes(routing);
  mailRoutes(routing);
  watchRoutes(routing);
  taxonomyRoutes(routing);
  assetRoutes(routing);
  assetImportRoutes(routing);
  tagImportRoutes(routing);
  tagRoutes(routing);
  aliasRoutes(routing);
  dataPointRoutes(routing);
  connectionRoutes(routing);
  streamRoutes(routing);
  plantRoutes(routing);
  webhookRoutes(routing);
  intakeRoutes(routing);
  feedImportRoutes(routing);
  sharingRoutes(routing);
  twinRoutes(routing);
  consequenceRoutes(routing);
  failureModeRoutes(routing);
  activityRoutes(routing);
  parameterRoutes(routing);
  parameterImportRoutes(routing);
  evaluationRoutes(routing);
  protectionRoutes(routing);
  patternRoutes(routing);
  expectedValueRoutes(routing);
  patternSearchRoutes(routing);
  calculatedTagRoutes(routing);
  inputUnitRoutes(routing);
  protectionScoreRoutes(routing);
  simulationRoutes(routing);
  shelvingRoutes(routing);
  excursionRoutes(routing);
  patternAnswerRoutes(routing);
  advisoryRoutes(routing);
  alarmPerformanceRoutes(routing);
  reportRoutes(routing);
  valueLedgerRoutes(routing);
  valueListRoutes(routing);
  recordTypeRoutes(routing);
  recordRoutes(routing);
  listImportRoutes(routing);
  importRoutes(routing);
  commandRoutes(routing);
  unitRoutes(routing);
  workRoutes(routing);
  workImportRoutes(routing);
  mtbfRoutes(routing);
  annotationRoutes(routing);
  riskAnalysisRoutes(routing);
  riskAnalysisImportRoutes(routing);
  queryRoutes(routing);
  editionRoutes(routing);
  twinCopyRoutes(routing);
  packageRoutes(routing);
  demoRoutes(routing);
  firstStepsRoutes(routing);
  namedListRoutes(routing);
  notificationRoutes(routing, hub);
  diskNoticeRoutes(routing);
  mcpRoutes(routing, app);
  app.decorate('boundCalls', routing.bound);
  refuseOtherMethods(app, routing.bound);

  healthRoutes(app, context, work);
  if (context.config.http.metricsPort === null) metricsRoute(app, context, work);
  await serveDocs(app, context.config.http.basePath);
  await serveWeb(app, context.config.http.basePath);
  return app;
}
