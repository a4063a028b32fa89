import { routesOf } from '../core/route.ts';
import * as activityProtection from './activity-protection.ts';
import * as alarmPerformance from './alarm-performance.ts';
import * as excursionSpan from './excursion-span.ts';
import * as inputUnit from './input-unit.ts';
import * as knownHistory from './known-history.ts';
import * as protection from './protection.ts';
import * as protectionList from './protection-list.ts';
import * as protectionPreview from './protection-preview.ts';
import * as protectionScore from './protection-score.ts';
import * as shelving from './shelving.ts';
import * as simulation from './simulation.ts';
import * as simulationResult from './simulation-result.ts';

export const protectionsRoutes = routesOf(
  activityProtection,
  alarmPerformance,
  excursionSpan,
  inputUnit,
  protectionList,
  protectionPreview,
  knownHistory,
  protectionScore,
  protection,
  shelving,
  simulation,
  simulationResult,
);
