import { createContext } from 'react';

/** Tags that the logic editors of a page offer as completions, in addition to the inputs. */
export interface OfferedTags {
  names: readonly string[];
  /** Adds a chosen tag as an input. */
  add(name: string): void;
}

export const OfferedTagsContext = createContext<OfferedTags>({ names: [], add: () => {} });
