import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ModelTag, modelTag } from '@twinward/contracts/library/definition';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import type { CheckOptions } from '@twinward/domain/language';
import { logicParameters } from '@twinward/domain/library/logic-parameters';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useMemo, useState } from 'react';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { keywordsText, splitKeywords } from '../../../shared/tag/keywords.ts';
import { TagFacts } from '../../../shared/tag/tag-facts.tsx';
import { useUnits } from '../../../shared/units/use-display-unit.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { asTyped, type FieldTexts } from '../../../ui/dialogs/merge.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { LogicEditor } from '../../../ui/logic-editor/logic-editor.tsx';
import { partIn, withPart } from './definition.ts';
import type { Edited, ModelDraft } from './use-model-draft.ts';

interface Draft {
  name: string;
  caption: string;
  unit: string;
  description: string;
  keywords: string;
  logic: string;
}
type EditedTag = Edited & ModelTag;

const blank: ModelTag = {
  id: 0,
  name: '',
  caption: '',
  description: '',
  keywords: [],
  unit: null,
  logic: '',
};

const toDraft = ({ name, caption, unit, description, keywords, logic }: EditedTag): Draft => ({
  name,
  caption,
  unit: unit ?? '',
  description,
  keywords: keywordsText(keywords),
  logic,
});

const read = (model: TwinModel, id: number): EditedTag | undefined => {
  const found = partIn(model.definition, 'tags', id);
  return found && { ...found, version: model.version };
};

const texts: FieldTexts<Draft> = {
  name: { label: 'Name', text: asTyped },
  caption: { label: 'Caption', text: asTyped },
  unit: { label: 'Unit', text: asTyped },
  description: { label: 'Description', text: asTyped },
  keywords: { label: 'Keywords', text: asTyped },
  logic: { label: 'Logic', text: asTyped },
};

const rules = schemaRules(modelTag.shape, ['name', 'caption', 'unit', 'description']);

/** Creates or edits a calculated tag of a model. */
export function ModelTagDialog({
  draft: { model, readOnly, save },
  tag,
  onClose,
}: {
  draft: ModelDraft;
  /** Null for a new tag. */
  tag: ModelTag | null;
  onClose(): void;
}): ReactNode {
  const [isTried, setIsTried] = useState(false);
  const edit = useVersioned<EditedTag, Draft>({
    what: 'The calculated tag',
    record: { ...(tag ?? blank), version: model.version },
    toDraft,
    texts,
    send: ({ unit, keywords, ...next }, base) =>
      save(base, read, ({ definition }, id) => ({
        definition: withPart(definition, 'tags', {
          id,
          ...next,
          unit: unit.trim() || null,
          keywords: splitKeywords(keywords),
        }),
      })),
    onResolved: onClose,
  });
  const { draft, change } = edit;
  const isTaken = model.definition.tags.some(({ id, name }) => id !== tag?.id && name === draft.name.trim());
  const found = new Map<string, string>([
    ...Object.entries(fieldMessages(draft, rules)),
    ...(isTaken ? [['name', 'Please enter a unique value.'] as const] : []),
  ]);
  const context = useTagContext(model, tag?.id ?? 0, draft.unit.trim() || null, draft.logic === tag?.logic);
  const submit = async (): Promise<void> => {
    setIsTried(true);
    if (found.size === 0 && (await edit.save()) !== null) onClose();
  };
  return (
    <AppDialog
      title={tag === null ? 'New calculated tag' : `Calculated tag ${tag.name}`}
      maxWidth="md"
      dirty={edit.isDirty}
      busy={edit.isSaving}
      onClose={onClose}
      actions={
        readOnly ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="contained" disabled={!edit.isDirty} onClick={() => void submit()}>
              Save
            </Button>
          </>
        )
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <TagFacts
          draft={draft}
          problems={isTried ? found : new Map()}
          readOnly={readOnly}
          onChange={change}
          onLeave={() => {}}
        />
        <Field
          label="Keywords"
          hint="Separate with commas."
          value={draft.keywords}
          readOnly={readOnly}
          onChange={(event) => change({ keywords: event.target.value })}
        />
        <LogicEditor
          key={edit.generation}
          label="Logic"
          initial={draft.logic}
          context={context}
          readOnly={readOnly}
          onChange={(logic) => change({ logic })}
        />
        <ErrorState error={edit.failure} fallback="The calculated tag could not be saved." />
      </Stack>
      {edit.dialog}
    </AppDialog>
  );
}

/** The names available to the logic: parameters, point inputs, and other calculated tags. */
function useTagContext(
  { definition: { parameters, tagAliases, tags } }: TwinModel,
  ownId: number,
  unit: string | null,
  isUnchanged: boolean,
): CheckOptions {
  const { data: units } = useUnits();
  return useMemo(
    () => ({
      dialect: 'base',
      result: 'number',
      parameters: logicParameters({ parameters }),
      units,
      unit,
      mixedUnits: isUnchanged ? 'warning' : 'error',
      aliases: [...tagAliases.filter(({ type }) => type === 'data_point'), ...tags].flatMap((one) =>
        one.id === ownId
          ? []
          : [
              {
                name: one.name,
                type: 'data_point' as const,
                unit: one.unit,
                ...(one.description === '' ? {} : { description: one.description }),
              },
            ],
      ),
    }),
    [parameters, tagAliases, tags, ownId, unit, isUnchanged, units],
  );
}
