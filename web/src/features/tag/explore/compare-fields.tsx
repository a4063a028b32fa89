import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { ReactNode } from 'react';
import { useTag } from '../../../shared/api/queries/use-tag.ts';
import { TagPicker } from '../../../shared/pickers/tag-picker.tsx';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { toChoices } from '../../../ui/form/choices.ts';
import { type Comparison, comparisonLabels, readComparison } from './comparison.ts';

const choices = toChoices(comparisonLabels);

/** Fields that choose what to compare the signals with. */
export function CompareFields({
  tag,
  comparison,
  onComparison,
}: {
  /** The page's own tag. Tags with the same caption are suggested. */
  tag: Tag;
  comparison: Comparison | null;
  onComparison(comparison: Comparison | null): void;
}): ReactNode {
  return (
    <>
      <ChoiceField
        label="Compare with"
        none="nothing"
        value={comparison?.with}
        choices={choices}
        onChange={(value) => onComparison(readComparison(value ?? null))}
      />
      {comparison?.with === 'tag' ? (
        <SisterTag
          key={comparison.tagId}
          tag={tag}
          sisterId={comparison.tagId}
          onSister={(tagId) => onComparison({ with: 'tag', tagId })}
        />
      ) : null}
    </>
  );
}

function SisterTag({
  tag,
  sisterId,
  onSister,
}: {
  tag: Tag;
  sisterId: number | null;
  onSister(id: number | null): void;
}): ReactNode {
  const { data: sister } = useTag(sisterId ?? 0, sisterId !== null);
  return (
    <Box sx={{ width: { xs: '100%', sm: 260 } }}>
      <TagPicker
        tag={sister ?? null}
        types={['data_point', 'calculated']}
        suggested={tag.caption === '' ? tag.name : tag.caption}
        except={tag.id}
        renderInput={(input) => (
          <TextField
            {...input}
            placeholder="Tag of another asset"
            slotProps={{
              ...input.slotProps,
              htmlInput: { ...input.slotProps.htmlInput, 'aria-label': 'Tag of another asset' },
            }}
          />
        )}
        onTag={(chosen) => onSister(chosen?.id ?? null)}
      />
    </Box>
  );
}
