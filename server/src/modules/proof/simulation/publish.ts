import type { Db } from '../../../platform/database/database.ts';
import { publish } from '../../../platform/live/live-events.ts';

/** Notifies open screens that a simulation was started, ended or deleted. */
export const publishSimulation = (db: Db): Promise<void> =>
  publish(db, { type: 'changed', kind: 'simulation' });
