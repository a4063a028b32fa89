import { createContext } from 'react';
import type { DashboardValues } from './dashboard-address.ts';

/** Lets cards set the variables of their dashboard; on a display nothing is set. */
export const ValuesContext = createContext<Pick<DashboardValues, 'setVariable'>>({
  setVariable: () => undefined,
});
