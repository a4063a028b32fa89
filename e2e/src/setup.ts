import { afterEach } from 'vitest';
import { endVisits } from './browser.ts';

// Runs for each file, while what it imports is loaded once for those of a worker.
afterEach(endVisits);
