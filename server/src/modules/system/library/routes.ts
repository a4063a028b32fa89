import { getLibraryStatus } from '@twinward/contracts/system/library';
import type { Routing } from '../../../platform/http/routing.ts';
import { readLibraryStatus } from './service.ts';

export function libraryRoutes({ implement }: Routing): void {
  implement(getLibraryStatus, ({ actor }) => readLibraryStatus(actor.tenant.db));
}
