import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { RecordType } from '@twinward/contracts/records/record-type';
import type { TypeDraft } from './field-draft.ts';

export interface KindFieldsProps<Definition extends FieldDefinition = FieldDefinition> {
  type: RecordType;
  ofType: TypeDraft;
  field: Definition;
  /** Validation errors by property. */
  problems: Readonly<Record<string, string | undefined>>;
  change: (part: object) => void;
}
