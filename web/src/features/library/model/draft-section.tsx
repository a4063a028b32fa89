import Alert from '@mui/material/Alert';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import type { ReactNode } from 'react';
import { DifferenceList } from '../../../shared/library/difference-list.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useDraftState } from '../api/models.ts';
import { ProblemLinks } from './problem-links.tsx';

/** The changes of the draft of a model, and the problems that prevent publishing. */
export function DraftSection({
  model,
  draftVersionId,
}: {
  model: TwinModel;
  draftVersionId: number;
}): ReactNode {
  const state = useDraftState(model.id, draftVersionId);
  return (
    <Section title="Draft">
      <Loaded query={state} fallback="The changes of the draft could not be loaded.">
        {({ differences, problems }) => (
          <>
            {problems.length === 0 ? null : (
              <Alert severity="warning" variant="outlined" sx={{ my: 2 }}>
                Fix before publishing:
                <ProblemLinks modelId={model.id} problems={problems} />
              </Alert>
            )}
            <DifferenceList differences={differences} none="No changes yet." />
          </>
        )}
      </Loaded>
    </Section>
  );
}
