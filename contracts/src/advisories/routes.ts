import { routesOf } from '../core/route.ts';
import * as advisory from './advisory.ts';
import * as notification from './notification.ts';
import * as watch from './watch.ts';

export const advisoriesRoutes = routesOf(advisory, notification, watch);
