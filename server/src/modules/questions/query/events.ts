import type { QueryUse } from '@twinward/contracts/questions/query';
import { defineQuestion } from '../../../platform/events.ts';

/** Question: what uses a query? A query that dashboards, reports or alerts use cannot be deleted. */
export const queryUsed = defineQuestion<{ queryId: number; userId: number }, QueryUse[]>('query.used');
