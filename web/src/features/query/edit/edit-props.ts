import type { QueryDefinition } from '@twinward/contracts/questions/query-definition';
import type { Types } from '../catalogue.ts';

/** What each section of the editor takes. */
export interface EditProps {
  types: Types;
  definition: QueryDefinition;
  onChange: (definition: QueryDefinition) => void;
}
