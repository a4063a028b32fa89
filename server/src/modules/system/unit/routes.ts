import {
  getDisplayUnits,
  getUnitCategories,
  getUnits,
  setDisplayUnits,
} from '@twinward/contracts/system/unit';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function unitRoutes({ implement }: Routing): void {
  implement(getUnits, ({ actor }) => service.listUnits(actor.tenant.db));
  implement(getUnitCategories, ({ actor }) => service.listUnitCategories(actor.tenant.db));
  implement(getDisplayUnits, ({ actor }) => service.getDisplayUnits(actor.tenant.db, actor.userId));
  implement(setDisplayUnits, ({ actor, body }) =>
    service.chooseDisplayUnits(actor.tenant.db, actor.userId, body),
  );
}
