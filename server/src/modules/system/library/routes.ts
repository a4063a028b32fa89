import { getLibraryStatus } from '@twinward/contracts/system/library';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function libraryRoutes({ implement }: Routing): void {
  implement(getLibraryStatus, ({ actor }) => service.getLibraryStatus(actor.tenant.db));
}
