import {
  type FailureMode,
  type FailureModeChange,
  type NewFailureMode,
  newFailureMode,
} from '@twinward/contracts/twins/failure-mode';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { RecordValues } from '../record/record-values.ts';
import { furtherChanges } from '../record/use-further-form.ts';
import { type RiskDraft, type RiskRecord, toRiskChange, toRiskDraft } from './draft.ts';

type Facts = Pick<
  FailureMode,
  'name' | 'description' | 'mechanism' | 'cause' | 'pfInterval' | 'protectionIds'
> & {
  /** The source of the life of a model's failure mode; undefined on a twin. */
  source?: string;
};

/** A failure mode of a twin or model in its form; the id is 0 while it is new. */
export type EditedFailureMode = Facts & RiskRecord & Pick<FailureMode, 'id' | 'fields' | 'version'>;

/** A failure mode being edited. */
export type FailureModeDraft = RiskDraft & Facts & { fields: RecordValues };

export function toFailureModeDraft(mode: EditedFailureMode): FailureModeDraft {
  const { name, description, mechanism, cause, pfInterval, protectionIds, fields, source } = mode;
  return {
    name,
    description,
    mechanism,
    cause,
    pfInterval,
    protectionIds,
    fields,
    ...toRiskDraft(mode),
    ...(source === undefined ? {} : { source }),
  };
}

/** The initial values of a new failure mode. */
export const blankFailureMode: EditedFailureMode = {
  id: 0,
  name: '',
  description: '',
  mechanism: null,
  cause: null,
  pfInterval: null,
  probability: null,
  consequence: null,
  protectionIds: [],
  fields: {},
  version: 0,
};

const rules = schemaRules(newFailureMode.shape, ['name', 'description']);

/** Validation messages of the text fields, by field. */
export const textProblems = (draft: FailureModeDraft) => fieldMessages(draft, rules);

const toFacts = ({
  probability: _,
  consequence: __,
  fields: ___,
  source: ____,
  ...facts
}: FailureModeDraft) => facts;

export const toNewFailureMode = (draft: FailureModeDraft, twinId: number): NewFailureMode => ({
  twinId,
  ...toFacts(draft),
  ...furtherChanges(draft.fields, null),
  ...toRiskChange(draft, blankFailureMode),
});

export const toFailureModeChange = (draft: FailureModeDraft, base: EditedFailureMode): FailureModeChange => ({
  failureMode: {
    id: base.id,
    version: base.version,
    ...toFacts(draft),
    ...furtherChanges(draft.fields, base),
  },
  ...toRiskChange(draft, base),
});
