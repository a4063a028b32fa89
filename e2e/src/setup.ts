import { afterEach } from 'vitest';
import { endVisits } from './browser.ts';

// Runs for each file. Its imports are loaded once per worker.
afterEach(endVisits);
