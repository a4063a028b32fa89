// OData V2 by SAP's own libraries: run in the folder where they are installed. It prints the port that it listens on.
const { createRequire } = require('node:module');
const { join } = require('node:path');

const installed = createRequire(join(process.cwd(), 'package.json'));
const cds = installed('@sap/cds');
const adapter = installed('@cap-js-community/odata-v2-adapter');

cds.env.requires.db = { kind: 'sqlite', impl: '@cap-js/sqlite', credentials: { url: ':memory:' } };
cds.env.requires.auth = { kind: 'dummy' };

/** The libraries know no CSRF tokens, which SAP Gateway asks for. */
function csrf(request, response, next) {
  if (request.headers['x-csrf-token'] === 'Fetch') {
    response.set('x-csrf-token', 'token').set('set-cookie', 'SAP_SESSIONID=1; path=/');
  } else if (request.method === 'POST' && !/SAP_SESSIONID=1/.test(request.headers.cookie ?? '')) {
    response.status(403).set('x-csrf-token', 'Required').send('CSRF token validation failed');
    return;
  }
  next();
}

let number = 10_000_001;
/** What SAP adds to a notification that is created. */
function complete({ data }) {
  if (data.MaintenanceNotification) return;
  Object.assign(data, {
    MaintenanceNotification: String(number++).padStart(12, '0'),
    MaintNotificationLongText: data.MaintNotifLongTextForEdit,
    TechnicalObjectLabel: data.TechnicalObject.replace(/^0+/, ''),
    NotifProcessingPhase: '1',
    NotifProcessingPhaseDesc: 'Outstanding',
    ConcatenatedActiveSystStsName: 'OSNO',
    NotificationTimeZone: 'UTC',
    LastChangeDateTime: `${new Date().toISOString().slice(0, 19)}Z`,
  });
}

async function start() {
  const app = installed('express')();
  cds.app = app;
  const model = await cds.load([join(__dirname, 'schema.cds')]);
  cds.model = cds.compile.for.nodejs(model);
  cds.db = await cds.connect.to('db');
  await cds.deploy(model).to(cds.db);
  app.use(csrf, adapter({ path: 'sap/opu/odata/sap' }));
  await cds.serve('all').from(cds.model).in(app);
  cds.services.API_MAINTNOTIFICATION.prepend(function () {
    this.before('CREATE', '*', complete);
  });
  const server = app.listen(0, '127.0.0.1', async () => {
    await cds.emit('listening', { server, url: `http://127.0.0.1:${server.address().port}` });
    process.stdout.write(`listening on ${server.address().port}\n`);
  });
}

start().catch((error) => {
  console.error(error);
  process.exit(1);
});
