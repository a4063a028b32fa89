import { findRoutes } from '../core/route.ts';
import * as activity from './activity.ts';
import * as annotation from './annotation.ts';
import * as consequence from './consequence.ts';
import * as failureMode from './failure-mode.ts';
import * as failureModeList from './failure-mode-list.ts';
import * as mapping from './mapping.ts';
import * as parameter from './parameter.ts';
import * as parameterImport from './parameter-import.ts';
import * as tagAlias from './tag-alias.ts';
import * as twin from './twin.ts';

export const twinsRoutes = findRoutes(
  activity,
  annotation,
  consequence,
  failureMode,
  failureModeList,
  mapping,
  parameter,
  parameterImport,
  tagAlias,
  twin,
);
