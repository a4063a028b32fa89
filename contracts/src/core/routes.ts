import { accessRoutes } from '../access/routes.ts';
import { advisoriesRoutes } from '../advisories/routes.ts';
import { assetsRoutes } from '../assets/routes.ts';
import { connectionsRoutes } from '../connections/routes.ts';
import { libraryRoutes } from '../library/routes.ts';
import { protectionsRoutes } from '../protections/routes.ts';
import { questionsRoutes } from '../questions/routes.ts';
import { recordsRoutes } from '../records/routes.ts';
import { riskRoutes } from '../risk/routes.ts';
import { signalsRoutes } from '../signals/routes.ts';
import { systemRoutes } from '../system/routes.ts';
import { twinsRoutes } from '../twins/routes.ts';
import * as command from './command.ts';
import * as event from './event.ts';
import { findRoutes, type RouteContract } from './route.ts';
import * as search from './search.ts';
import * as version from './version.ts';

/** Every call of the API. */
export const routes: readonly RouteContract[] = [
  ...findRoutes(command, event, search, version),
  ...accessRoutes,
  ...systemRoutes,
  ...recordsRoutes,
  ...assetsRoutes,
  ...signalsRoutes,
  ...connectionsRoutes,
  ...twinsRoutes,
  ...protectionsRoutes,
  ...advisoriesRoutes,
  ...riskRoutes,
  ...questionsRoutes,
  ...libraryRoutes,
];
