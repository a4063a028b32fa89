import {
  getDisplayUnits,
  getUnitCategories,
  getUnits,
  setDisplayUnits,
} from '@twinward/contracts/system/unit';
import type { Routing } from '../../../platform/http/routing.ts';
import { chooseDisplayUnits, readDisplayUnits, readUnitCategories, readUnits } from './service.ts';

export function unitRoutes({ implement }: Routing): void {
  implement(getUnits, ({ actor }) => readUnits(actor.tenant.db));
  implement(getUnitCategories, ({ actor }) => readUnitCategories(actor.tenant.db));
  implement(getDisplayUnits, ({ actor }) => readDisplayUnits(actor.tenant.db, actor.userId));
  implement(setDisplayUnits, ({ actor, body }) => chooseDisplayUnits(actor.tenant.db, actor.userId, body));
}
