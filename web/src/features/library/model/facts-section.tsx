import Stack from '@mui/material/Stack';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { fieldMessages } from '@twinward/domain/rules/rule';
import type { FormEvent, ReactNode } from 'react';
import { useTaxonomy } from '../../../shared/api/queries/use-taxonomy.ts';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { asTyped, type FieldTexts } from '../../../ui/dialogs/merge.ts';
import { findLabel } from '../../../ui/form/choices.ts';
import { FormFoot } from '../../../ui/form/form-foot.tsx';
import { useUnsavedGuard } from '../../../ui/form/use-unsaved-guard.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { FactFields } from './fact-fields.tsx';
import { accessChoices, factRules, type ModelFacts, toFacts } from './model-facts.ts';
import { type Edited, type ModelDraft, onlyOne } from './use-model-draft.ts';

type EditedFacts = ModelFacts & Edited;

const read = (model: TwinModel): EditedFacts => ({
  ...toFacts(model),
  id: onlyOne,
  version: model.version,
});

/** The facts of a model. Changes apply at once, without a new version. */
export function FactsSection({ draft: { model, readOnly, save } }: { draft: ModelDraft }): ReactNode {
  const taxonomy = useTaxonomy().data ?? [];
  const texts: FieldTexts<ModelFacts> = {
    name: { label: 'Name', text: asTyped },
    description: { label: 'Description', text: asTyped },
    taxonomyId: {
      label: 'Class',
      text: (id) => {
        const entry = taxonomy.find((one) => one.id === id);
        return (entry?.type ?? entry?.class ?? entry?.category)?.caption ?? '';
      },
    },
    author: { label: 'Author', text: asTyped },
    manufacturer: { label: 'Manufacturer', text: asTyped },
    model: { label: 'Model', text: asTyped },
    accessLevel: {
      label: 'Visibility',
      text: (level) => findLabel(accessChoices, level),
    },
  };
  const edit = useVersioned<EditedFacts, ModelFacts>({
    what: 'The model',
    record: read(model),
    toDraft: toFacts,
    texts,
    send: (facts, base) => save(base, read, () => facts),
    findProblems: (facts) => fieldMessages(facts, factRules),
  });
  const guard = useUnsavedGuard(edit.isDirty);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void edit.save();
  };
  return (
    <Section title="Facts">
      <Stack component="form" noValidate spacing={4} onSubmit={submit} sx={{ pt: 2 }}>
        <FactFields facts={edit.draft} isTried={edit.isTried} readOnly={readOnly} onChange={edit.change} />
        {edit.isDirty || edit.failure !== null ? (
          <FormFoot
            label="Save"
            busy={edit.isSaving}
            dirty={edit.isDirty}
            error={edit.failure}
            fallback="The model could not be saved."
          />
        ) : null}
      </Stack>
      {edit.dialog}
      {guard.dialog}
    </Section>
  );
}
