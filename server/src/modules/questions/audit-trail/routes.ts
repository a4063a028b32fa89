import { exportAudit, listAudit } from '@twinward/contracts/system/audit';
import { listRequest } from '../../../platform/database/list.ts';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { tableTypes } from '../../system/file/service.ts';
import { exportTrail } from './export.ts';
import { listTrail } from './service.ts';

export function auditTrailRoutes({ implement }: Routing): void {
  implement(listAudit, ({ actor, body, query }) => listTrail(actor, listRequest(body, query)));
  implement(exportAudit, async ({ actor, body, query, reply }) =>
    reply
      .type(tableTypes[query.format])
      .header('content-disposition', contentDisposition(`audit-trail.${query.format}`))
      .send(await exportTrail(actor, query.format, body)),
  );
}
