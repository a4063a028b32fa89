import type { ModelActivity } from '@twinward/contracts/library/definition';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { type ReactNode, useState } from 'react';
import { withoutFurther } from '../../../shared/record/use-further-form.ts';
import { ActivityDialog, blankActivity, type EditedActivity } from '../../../shared/work/activity-dialog.tsx';
import { ActivityTable } from '../../../shared/work/activity-table.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { partIn, withPart } from './definition.ts';
import { ModelScreen } from './model-screen.tsx';
import { RemovePart } from './remove-part.tsx';
import type { ModelDraft } from './use-model-draft.ts';
import { useOpenPart } from './use-part.ts';

/** `/apps/library/twin-models/:modelId/activities` */
export function ModelActivitiesPage(): ReactNode {
  return <ModelScreen>{(draft) => <Activities draft={draft} />}</ModelScreen>;
}

const read = (model: TwinModel, id: number): EditedActivity | undefined => {
  const found = partIn(model.definition, 'activities', id);
  return found && { ...found, fields: {}, version: model.version };
};

function Activities({ draft }: { draft: ModelDraft }): ReactNode {
  const { model, readOnly, save } = draft;
  const { activities, tagAliases, failureModes } = model.definition;
  const [part, open] = useOpenPart();
  const [removed, setRemoved] = useState<ModelActivity | null>(null);
  const edited =
    part === 'new'
      ? { ...blankActivity, version: model.version }
      : part === null
        ? undefined
        : read(model, part);
  return (
    <Section
      title="Activities"
      aside={readOnly ? null : <AddButton onClick={() => open('new')}>Add activity</AddButton>}
    >
      <ActivityTable
        activities={activities}
        inputs={tagAliases}
        failureModes={failureModes}
        onEdit={({ id }) => open(id)}
        onDelete={readOnly ? null : setRemoved}
      />
      {edited === undefined ? null : (
        <ActivityDialog
          key={part}
          activity={edited}
          works={tagAliases.filter(({ type }) => type === 'work')}
          failureModes={failureModes}
          ofWhat="model"
          further={withoutFurther}
          readOnly={readOnly}
          onSave={({ fields: _, ...next }, base) =>
            save(base, read, ({ definition }, id) => ({
              definition: withPart(definition, 'activities', { id, ...next }),
            }))
          }
          onClose={() => open(null)}
        />
      )}
      {removed === null ? null : (
        <RemovePart draft={draft} list="activities" part={removed} onClose={() => setRemoved(null)} />
      )}
    </Section>
  );
}
