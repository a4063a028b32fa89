import { routesOf } from '../core/route.ts';
import * as connection from './connection.ts';
import * as intake from './intake.ts';
import * as request from './request.ts';

export const connectionsRoutes = routesOf(connection, intake, request);
