import type { QueryDefinition } from '@twinward/contracts/questions/query-definition';
import type { Types } from '../catalogue.ts';

/** Common props of the sections of the editor. */
export interface EditProps {
  types: Types;
  definition: QueryDefinition;
  onChange: (definition: QueryDefinition) => void;
}
