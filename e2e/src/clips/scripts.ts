import type { Script } from './script.ts';
import { advisory } from './scripts/advisory.ts';
import { dashboard } from './scripts/dashboard.ts';
import { importing } from './scripts/import.ts';
import { opcua } from './scripts/opcua.ts';
import { risk } from './scripts/risk.ts';
import { rule } from './scripts/rule.ts';
import { simulate } from './scripts/simulate.ts';
import { twin } from './scripts/twin.ts';

/** By the id of their clip. */
export const scripts: Readonly<Record<string, Script>> = {
  import: importing,
  twin,
  rule,
  simulate,
  advisory,
  risk,
  dashboard,
  opcua,
};
