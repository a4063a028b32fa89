import {
  type FailureMode,
  type FailureModeChange,
  type NewFailureMode,
  newFailureMode,
} from '@twinward/contracts/twins/failure-mode';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type RiskDraft, toRiskChange, toRiskDraft } from '../../../shared/risk/draft.ts';

/** A failure mode being edited. */
export type FailureModeDraft = RiskDraft &
  Pick<FailureMode, 'name' | 'description' | 'mechanism' | 'cause' | 'pfInterval' | 'protectionIds'>;

export function toFailureModeDraft(mode: FailureMode): FailureModeDraft {
  const { name, description, mechanism, cause, pfInterval, protectionIds } = mode;
  return { name, description, mechanism, cause, pfInterval, protectionIds, ...toRiskDraft(mode) };
}

/** A new failure mode, in the form of a saved one with version 0. */
export const blankFailureMode = (twinId: number): FailureMode => ({
  id: 0,
  twinId,
  name: '',
  description: '',
  mechanism: null,
  cause: null,
  pfInterval: null,
  probability: null,
  consequence: null,
  risk: null,
  protectionIds: [],
  version: 0,
});

const rules = schemaRules(newFailureMode.shape, ['name', 'description']);

/** Validation messages of the text fields, by field. */
export const textProblems = (draft: FailureModeDraft) => fieldMessages(draft, rules);

const fieldsOf = ({ probability: _, consequence: __, ...fields }: FailureModeDraft) => fields;

export const newFailureModeOf = (draft: FailureModeDraft, base: FailureMode): NewFailureMode => ({
  twinId: base.twinId,
  ...fieldsOf(draft),
  ...toRiskChange(draft, base),
});

export const failureModeChangeOf = (draft: FailureModeDraft, base: FailureMode): FailureModeChange => ({
  failureMode: { id: base.id, version: base.version, ...fieldsOf(draft) },
  ...toRiskChange(draft, base),
});
