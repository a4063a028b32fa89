import type { WorkSystem } from '@twinward/contracts/system/value-list';

/** The types of connections that accept the work of a system, whose lists hold its codes. */
export const typeOfSystem: Readonly<Record<WorkSystem, string>> = {
  SAP: 'sap',
  HEXAGON: 'hxgn',
  MAXIMO: 'maximo',
};

export const systemOfType = (type: string): WorkSystem | null =>
  (Object.entries(typeOfSystem) as [WorkSystem, string][]).find(([, one]) => one === type)?.[0] ?? null;
