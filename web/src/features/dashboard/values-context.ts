import { createContext } from 'react';
import type { DashboardValues } from './dashboard-address.ts';

/** Lets cards set the variables of their dashboard. Null on a display, which is not interactive. */
export const ValuesContext = createContext<Pick<DashboardValues, 'setVariable' | 'addressWith'> | null>(null);
