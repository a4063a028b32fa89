import { createContext } from 'react';
import type { DashboardValues } from './dashboard-address.ts';

/** Lets cards set the variables of their dashboard. Null on a display, where nothing is clicked. */
export const ValuesContext = createContext<Pick<DashboardValues, 'setVariable' | 'addressWith'> | null>(null);
