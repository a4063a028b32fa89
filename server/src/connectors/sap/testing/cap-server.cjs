// An OData V2 service with SAP's own libraries. Run it in the folder where they are installed. It prints its port.
const { createRequire } = require('node:module');
const { join } = require('node:path');

const installed = createRequire(join(process.cwd(), 'package.json'));
const cds = installed('@sap/cds');
const adapter = installed('@cap-js-community/odata-v2-adapter');

cds.env.requires.db = { kind: 'sqlite', impl: '@cap-js/sqlite', credentials: { url: ':memory:' } };
cds.env.requires.auth = { kind: 'dummy' };

/** Adds the CSRF tokens of SAP Gateway, which the libraries don't support. */
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
/** Adds the fields that SAP sets on a new notification. */
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
