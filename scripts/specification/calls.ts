/** The calls in the specification, by method. A parameter is `:`. */
export const calls: Readonly<Record<'GET' | 'POST' | 'PUT' | 'DELETE', readonly string[]>> = {
  GET: [
    ...['/api/validateSession', '/api/user/current', '/api/settings/onprem', '/api/settings/system/video'],
    ...['/api/library/status', '/api/settings/user/watchlistsort', '/api/settings/notification'],
    ...['/api/notifications', '/api/notifications/subscription'],
    ...['/api/twins/watches', '/api/twins/watches/:', '/api/twins/subscriptions/:'],
    ...['/api/riskanalyses/:', '/api/riskanalyses/:/assets/:/probabilities', '/api/riskanalyses/info/twin/:'],
    ...['/api/assets', '/api/assets/taxonomy/list', '/api/assets/:/mtbf', '/api/assets/:/tags'],
    ...['/api/consequences/parent/:', '/api/tags/status'],
    ...['/api/indicators/:', '/api/indicators/:/simulations', '/api/indicators/:/simulations/status'],
    ...['/api/indicator-patterns/:', '/api/indicator-patterns/:/train/status', '/api/simulations/:/summary'],
    ...['/api/lists/load/:', '/api/lists/values/:/:'],
    ...['/api/library/models/mtbf', '/api/library/models/:'],
    ...['/api/twins/:', '/api/twins/:/activities', '/api/twins/:/failure-modes', '/api/twins/:/protections'],
    ...['/api/twins/:/tag-aliases', '/api/connections/:', '/api/uom/units', '/api/uom/categories'],
  ],
  POST: [
    ...['/api/login', '/api/logout', '/api/sessions', '/api/user/current/update'],
    ...[
      '/api/user/current/update/password',
      '/api/user/password/request-reset',
      '/api/settings/security/test',
    ],
    ...['/api/settings/user/watchlistsort', '/api/settings/notification', '/api/search'],
    ...['/api/twins/watches', '/api/twins/watches/:', '/api/twins/subscriptions/:'],
    ...['/api/riskanalyses/', '/api/riskanalyses/:/assets/filters', '/api/riskanalyses/:/assets/remove'],
    ...['/api/riskanalyses/:/assets/:/probabilities', '/api/consequences'],
    ...['/api/tags', '/api/tags/:/work/filters', '/api/tags/:/data-points/counter'],
    ...['/api/tags/data-points/oldest', '/api/tags/work/oldest'],
    ...['/api/indicators', '/api/indicators/with-activity', '/api/indicators/with-pattern'],
    ...['/api/indicator-patterns/:/train', '/api/indicator-patterns/:/train/cancel'],
    ...['/api/simulations', '/api/simulations/:/apply'],
    ...['/api/activities', '/api/failure-modes', '/api/tag-aliases'],
    ...['/api/security/resolve', '/api/security/match'],
  ],
  PUT: [
    ...['/api/notifications', '/api/notifications/:', '/api/riskanalyses/:'],
    ...['/api/riskanalyses/:/assets/:/probabilities/:', '/api/assets/:/taxonomy', '/api/assets/:/mtbf/calc'],
    ...['/api/consequences/:', '/api/tags/:', '/api/indicators/:', '/api/indicators/:/with-activity'],
    ...['/api/indicator-patterns/:', '/api/indicator-patterns/:/patterns'],
    ...['/api/indicator-patterns/:/train/notify', '/api/library/models/:'],
    ...['/api/twins/:', '/api/twins/with-risk', '/api/activities/:', '/api/failure-modes/with-risk'],
    '/api/tag-aliases/:',
  ],
  DELETE: [
    ...['/api/notifications', '/api/notifications/:', '/api/twins/watches', '/api/twins/watches/:'],
    ...['/api/twins/subscriptions/:', '/api/riskanalyses/:/assets/:/probabilities/:', '/api/consequences/:'],
    ...['/api/tags/:', '/api/tags/:/data-points', '/api/indicators/:', '/api/indicators/:/simulations'],
    ...['/api/indicator-patterns/:/train/notify', '/api/simulations/:'],
    ...['/api/activities/:', '/api/failure-modes/:', '/api/tag-aliases/:'],
  ],
};

const words = (text: string): string[] => text.split(' ');

/** The fields of bodies, queries and responses of calls in the specification. */
export const parts: Readonly<
  Record<'body' | 'query' | 'response', Readonly<Record<string, readonly string[]>>>
> = {
  body: {
    'POST /api/login': words('databaseName userName password'),
    'POST /api/logout': words('databaseName sessionId'),
    'POST /api/settings/user/watchlistsort': words('value'),
    'POST /api/search': words('filters types'),
    'PUT /api/notifications': words('read'),
    'PUT /api/notifications/:': words('read'),
    'POST /api/riskanalyses/:/assets/filters': words('filters sorts'),
    'PUT /api/assets/:/taxonomy': words('id categoryId classId typeId'),
    'POST /api/tags/:/work/filters': words('filters sorts'),
    'POST /api/tags/:/data-points/counter': words('startDate counterInterval counterStart completedWork'),
    'PUT /api/indicators/:/with-activity': words('indicator activity'),
    'POST /api/indicators/with-activity': words('indicator activity activityAction tagAlias tag'),
    'POST /api/indicators/with-pattern': words('indicator indicatorPattern'),
    'PUT /api/indicator-patterns/:/patterns': words('indicatorId patterns'),
    'POST /api/simulations': words('id indicatorId twinId startTime endTime'),
    'POST /api/security/resolve': words('users groups'),
    'POST /api/security/match': words('users groups'),
  },
  query: {
    'POST /api/search': words('page-number page-size'),
    'GET /api/notifications': words('page-number page-size'),
    'PUT /api/notifications/:': words('grouping'),
    'DELETE /api/notifications/:': words('grouping'),
    'POST /api/riskanalyses/:/assets/filters': words('page-size'),
    'GET /api/riskanalyses/:/assets/:/probabilities': words('twinId'),
    'GET /api/assets': words('id'),
    'POST /api/tags/:/work/filters': words('page-number page-size'),
    'GET /api/tags/status': words('id'),
    // As `pageNumber` and `pageSize`, or `page` and `size`, which every list takes.
    'GET /api/twins/:/failure-modes': words('page-number page-size'),
    'GET /api/twins/:/protections': words('page-number page-size'),
  },
  response: {
    'POST /api/login': words('id timeLeft'),
    'POST /api/tags/data-points/oldest': words('time'),
    'POST /api/tags/work/oldest': words('time'),
  },
};
