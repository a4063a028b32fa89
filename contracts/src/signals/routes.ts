import { findRoutes } from '../core/route.ts';
import * as calculatedTag from './calculated-tag.ts';
import * as counter from './counter.ts';
import * as dataPoint from './data-point.ts';
import * as pointImport from './import.ts';
import * as rhythm from './rhythm.ts';
import * as tag from './tag.ts';
import * as tagImport from './tag-import.ts';

export const signalsRoutes = findRoutes(
  calculatedTag,
  counter,
  dataPoint,
  pointImport,
  rhythm,
  tag,
  tagImport,
);
