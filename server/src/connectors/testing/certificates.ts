import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a certificate or key created by `certificates/make.sh`: a CA, a server named broker.test, a client. */
export const certificateFile = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, 'certificates', name));
