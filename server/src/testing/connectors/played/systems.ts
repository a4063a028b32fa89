import { playHxgn } from './hxgn.ts';
import { playJ5 } from './j5.ts';
import { playMaximo } from './maximo.ts';
import { playSap } from './sap.ts';
import type { PlayedSystem } from './system.ts';

/** All systems of work, by the type of their connections. */
export const playedSystems: Readonly<Record<string, () => Promise<PlayedSystem>>> = {
  sap: playSap,
  maximo: playMaximo,
  hxgn: playHxgn,
  j5: playJ5,
};
