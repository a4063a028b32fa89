import { createContext } from 'react';

/** Tags that the logic editors of a page offer beside the inputs. */
export interface OfferedTags {
  names: readonly string[];
  /** Makes an input of a tag that was chosen. */
  add(name: string): void;
}

export const OfferedTagsContext = createContext<OfferedTags>({ names: [], add: () => {} });
