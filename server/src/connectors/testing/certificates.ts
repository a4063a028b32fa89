import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate or key that `certificates/make.sh` made: a CA, a server named broker.test, a client. */
export const certificateFile = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, 'certificates', name));
