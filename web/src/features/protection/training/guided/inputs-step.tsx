import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { type ReactNode, useState } from 'react';
import { tagsPath } from '../../../../shared/address/paths.ts';
import { toBody, toDraft } from '../../../../shared/protection/draft.ts';
import { EmptyState, ErrorState } from '../../../../ui/feedback/states.tsx';
import { CheckList } from '../../../../ui/form/check-list.tsx';
import { TextLink } from '../../../../ui/page/text-link.tsx';
import { useWriteProtection } from '../../api/write-protection.ts';
import { StepFoot } from './step-foot.tsx';

/** The inputs for training: point inputs that are mapped to a tag. */
export function InputsStep({
  protection,
  aliases,
  readOnly,
  onNext,
}: {
  protection: Protection;
  aliases: readonly TagAlias[];
  readOnly: boolean;
  onNext(): void;
}): ReactNode {
  const write = useWriteProtection(protection.twinId);
  const mapped = aliases.filter(({ type, mappedTagId }) => type === 'data_point' && mappedTagId !== null);
  const [chosen, setChosen] = useState<readonly number[]>(protection.tagAliasIds);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isSame = [...chosen].sort().join() === [...protection.tagAliasIds].sort().join();
  const next = async (): Promise<void> => {
    if (readOnly || isSame) return onNext();
    setIsSaving(true);
    setFailure(null);
    try {
      const draft = toDraft(protection);
      await write.update(protection.id, {
        ...toBody(
          {
            ...draft,
            tagAliasIds: [...chosen],
            aliases: draft.aliases.filter(({ tagAliasId }) => chosen.includes(tagAliasId)),
          },
          protection,
        ),
        version: protection.version,
      });
      onNext();
    } catch (error) {
      setFailure(error);
    } finally {
      setIsSaving(false);
    }
  };
  if (mapped.length === 0) {
    return (
      <EmptyState
        title="The twin has no inputs with points yet."
        hint="Patterns are learned from the points of inputs that are mapped to a tag."
        action={<TextLink to={tagsPath(protection.twinId)}>Map the inputs</TextLink>}
      />
    );
  }
  return (
    <Box>
      <Typography sx={{ pb: 2, maxWidth: 720 }}>
        Choose inputs that show the failure and distinguish it from a change of load. A few relevant inputs
        work better than many others. The result shows which inputs matter.
      </Typography>
      {readOnly ? null : (
        <Stack direction="row" spacing={2}>
          <Button onClick={() => setChosen(mapped.map(({ id }) => id))}>Choose all {mapped.length}</Button>
          <Button onClick={() => setChosen([])}>Choose none</Button>
        </Stack>
      )}
      <Box sx={{ '& .MuiFormGroup-root': { display: 'grid', gridTemplateColumns: gridColumns } }}>
        <CheckList
          label="Inputs"
          choices={mapped.map(({ id, name, mappedTagUnit }) => ({
            value: String(id),
            label: mappedTagUnit ? `${name}, ${mappedTagUnit}` : name,
          }))}
          value={chosen.map(String)}
          disabled={readOnly}
          onChange={(ids) => setChosen(ids.map(Number))}
        />
      </Box>
      <ErrorState error={failure} fallback="The inputs could not be saved." />
      <StepFoot
        isBusy={isSaving}
        lacking={chosen.length === 0 ? 'Choose at least one input.' : null}
        onNext={() => void next()}
      />
    </Box>
  );
}

const gridColumns = 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))';
