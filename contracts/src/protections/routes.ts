import { findRoutes } from '../core/route.ts';
import * as activityProtection from './activity-protection.ts';
import * as alarmPerformance from './alarm-performance.ts';
import * as alarmReport from './alarm-report.ts';
import * as excursionSpan from './excursion-span.ts';
import * as expectedValue from './expected-value.ts';
import * as indicatorPattern from './indicator-pattern.ts';
import * as inputUnit from './input-unit.ts';
import * as knownHistory from './known-history.ts';
import * as patternAnswer from './pattern-answer.ts';
import * as patternSearch from './pattern-search.ts';
import * as patternTraining from './pattern-training.ts';
import * as patternVersion from './pattern-version.ts';
import * as protection from './protection.ts';
import * as protectionList from './protection-list.ts';
import * as protectionPreview from './protection-preview.ts';
import * as protectionScore from './protection-score.ts';
import * as shelving from './shelving.ts';
import * as simulation from './simulation.ts';
import * as simulationResult from './simulation-result.ts';

export const protectionsRoutes = findRoutes(
  activityProtection,
  alarmPerformance,
  alarmReport,
  excursionSpan,
  expectedValue,
  indicatorPattern,
  inputUnit,
  patternAnswer,
  protectionList,
  protectionPreview,
  knownHistory,
  patternSearch,
  patternTraining,
  patternVersion,
  protectionScore,
  protection,
  shelving,
  simulation,
  simulationResult,
);
