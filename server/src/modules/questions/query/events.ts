import type { QueryUse } from '@twinward/contracts/questions/query';
import { defineQuestion } from '../../../platform/events.ts';

/** What uses a query. A query that dashboards, reports or alerts use is not deleted. */
export const queryUsed = defineQuestion<{ queryId: number; userId: number }, QueryUse[]>('query.used');
