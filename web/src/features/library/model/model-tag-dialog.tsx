import { type ModelTag, modelTag } from '@twinward/contracts/library/definition';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import type { CheckOptions } from '@twinward/domain/language';
import { logicParameters } from '@twinward/domain/library/logic-parameters';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useMemo } from 'react';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { VersionedDialog } from '../../../shared/form/versioned-dialog.tsx';
import { keywordsText, splitKeywords } from '../../../shared/tag/keywords.ts';
import { TagFacts } from '../../../shared/tag/tag-facts.tsx';
import { useUnits } from '../../../shared/units/use-display-unit.ts';
import { asTyped, type FieldTexts } from '../../../ui/dialogs/merge.ts';
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
  const isTaken = (name: string): boolean =>
    model.definition.tags.some((one) => one.id !== tag?.id && one.name === name);
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
    findProblems: (draft) => ({
      ...fieldMessages(draft, rules),
      ...(isTaken(draft.name.trim()) ? { name: 'Please enter a unique value.' } : {}),
    }),
    readOnly,
    onResolved: onClose,
  });
  const { draft, change } = edit;
  const context = useTagContext(model, tag?.id ?? 0, draft.unit.trim() || null, draft.logic === tag?.logic);
  return (
    <VersionedDialog
      title={tag === null ? 'New calculated tag' : `Calculated tag ${tag.name}`}
      edit={edit}
      fallback="The calculated tag could not be saved."
      readOnly={readOnly}
      maxWidth="md"
      onClose={onClose}
    >
      <TagFacts
        draft={draft}
        problems={edit.problems}
        readOnly={readOnly}
        onChange={change}
        onLeave={() => {}}
      />
      <Field label="Keywords" hint="Separate with commas." {...edit.text('keywords')} />
      <LogicEditor
        key={edit.generation}
        label="Logic"
        initial={draft.logic}
        context={context}
        readOnly={readOnly}
        onChange={(logic) => change({ logic })}
      />
    </VersionedDialog>
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
