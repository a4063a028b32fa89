import { findRoutes } from '../core/route.ts';
import * as draftSimulation from './draft-simulation.ts';
import * as exchangePackage from './package.ts';
import * as performance from './performance.ts';
import * as placement from './placement.ts';
import * as remote from './remote.ts';
import * as twinModel from './twin-model.ts';
import * as upgrade from './upgrade.ts';

export const libraryRoutes = findRoutes(
  draftSimulation,
  performance,
  exchangePackage,
  placement,
  remote,
  twinModel,
  upgrade,
);
