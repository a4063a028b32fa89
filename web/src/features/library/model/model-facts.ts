import { newTwinModel, type TwinModel } from '@twinward/contracts/library/twin-model';
import { schemaRules } from '@twinward/domain/rules/schema-rules';

/** The form values of the facts of a model. */
export type ModelFacts = Pick<
  TwinModel,
  'name' | 'description' | 'taxonomyId' | 'author' | 'manufacturer' | 'model' | 'accessLevel'
>;

export const toFacts = ({
  name,
  description,
  taxonomyId,
  author,
  manufacturer,
  model,
  accessLevel,
}: ModelFacts): ModelFacts => ({ name, description, taxonomyId, author, manufacturer, model, accessLevel });

export const factRules = schemaRules(newTwinModel.shape, [
  'name',
  'description',
  'author',
  'manufacturer',
  'model',
]);

export const accessChoices: readonly { value: TwinModel['accessLevel']; label: string }[] = [
  { value: 'private', label: 'Private: only its creator' },
  { value: 'tenant', label: 'Tenant: all users of the apps' },
  { value: 'shared', label: 'Shared: also other servers' },
];
