import * as contract from '@twinward/contracts/connections/sharing';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function sharingRoutes({ implement }: Routing): void {
  implement(contract.getSharing, async ({ actor }) =>
    service.getSharing(actor.tenant.db, await service.getSharer(actor)),
  );
  implement(contract.listSharedTags, async ({ actor, body }) =>
    service.listTags(actor.tenant.db, await service.getSharer(actor), body),
  );
  implement(contract.readSharedPoints, async ({ actor, body }) =>
    service.readPoints(actor.tenant.db, await service.getSharer(actor), body),
  );
  implement(contract.countSharedPoints, async ({ actor, body }) =>
    service.countPoints(actor.tenant.db, await service.getSharer(actor), body),
  );
}
