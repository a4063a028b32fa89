import type { ModelFailureMode } from '@twinward/contracts/library/definition';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { type ReactNode, useState } from 'react';
import { withoutFurther } from '../../../shared/record/use-further-form.ts';
import { FailureModeDialog } from '../../../shared/risk/failure-mode-dialog.tsx';
import {
  blankFailureMode,
  type EditedFailureMode,
  type FailureModeDraft,
} from '../../../shared/risk/failure-mode-draft.ts';
import { FailureModeTable } from '../../../shared/risk/failure-mode-table.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { listProtectionIds, partIn, withPart, withProtections } from './definition.ts';
import {
  listFailureModes,
  probabilitySource,
  toMission,
  toModelConsequence,
  toModelProbability,
} from './model-risk.ts';
import { RemovePart } from './remove-part.tsx';
import type { ModelDraft } from './use-model-draft.ts';
import { useOpenPart } from './use-part.ts';

const read = (model: TwinModel, id: number): EditedFailureMode | undefined => {
  const found = partIn(model.definition, 'failureModes', id);
  return (
    found && {
      ...found,
      source: probabilitySource(found),
      protectionIds: listProtectionIds(model.definition, id),
      fields: {},
      version: model.version,
    }
  );
};

const toPart = (draft: FailureModeDraft, id: number, missionTime: string | null): ModelFailureMode => ({
  id,
  name: draft.name,
  description: draft.description,
  mechanism: draft.mechanism,
  cause: draft.cause,
  pfInterval: draft.pfInterval,
  probability: toModelProbability(draft.probability, missionTime, draft.source ?? ''),
  consequence: toModelConsequence(draft.consequence),
});

/** The failure modes of a model, highest risk first. */
export function ModelFailureModes({ draft }: { draft: ModelDraft }): ReactNode {
  const { model, readOnly, save } = draft;
  const { definition } = model;
  const [part, open] = useOpenPart();
  const [removed, setRemoved] = useState<ModelFailureMode | null>(null);
  const edited =
    part === 'new'
      ? { ...blankFailureMode, source: '', version: model.version }
      : part === null
        ? undefined
        : read(model, part);
  return (
    <Section
      title="Failure modes"
      aside={readOnly ? null : <AddButton onClick={() => open('new')}>Add failure mode</AddButton>}
    >
      <FailureModeTable
        failureModes={listFailureModes(definition)}
        onEdit={({ id }) => open(id)}
        onDelete={readOnly ? null : setRemoved}
      />
      {edited === undefined ? null : (
        <FailureModeDialog
          key={part}
          failureMode={edited}
          mission={toMission(definition)}
          protections={definition.indicators}
          further={withoutFurther}
          readOnly={readOnly}
          onSave={(next, base) =>
            save(base, read, (over, id) => ({
              definition: withProtections(
                withPart(over.definition, 'failureModes', toPart(next, id, over.definition.missionTime)),
                id,
                next.protectionIds,
              ),
            }))
          }
          onClose={() => open(null)}
        />
      )}
      {removed === null ? null : (
        <RemovePart draft={draft} list="failureModes" part={removed} onClose={() => setRemoved(null)} />
      )}
    </Section>
  );
}
