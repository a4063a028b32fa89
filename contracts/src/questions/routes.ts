import { findRoutes } from '../core/route.ts';
import * as dashboard from './dashboard.ts';
import * as dashboardData from './dashboard-data.ts';
import * as dashboardPackage from './dashboard-package.ts';
import * as display from './display.ts';
import * as figureAlert from './figure-alert.ts';
import * as furtherSearch from './further-search.ts';
import * as priority from './priority.ts';
import * as query from './query.ts';
import * as reportSubscription from './report-subscription.ts';
import * as riskHistory from './risk-history.ts';
import * as twinMap from './twin-map.ts';
import * as valueLedger from './value-ledger.ts';

export const questionsRoutes = findRoutes(
  ...[dashboard, dashboardData, dashboardPackage, display, figureAlert, furtherSearch],
  ...[priority, query, reportSubscription, riskHistory, twinMap, valueLedger],
);
