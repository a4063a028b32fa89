import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Suggestion } from '@twinward/contracts/twins/mapping';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { unitText } from '@twinward/domain/unit-text';
import type { ReactNode } from 'react';
import { explorePath, unitReviewsPath } from '../../../shared/address/paths.ts';
import { TagPicker } from '../../../shared/pickers/tag-picker.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { conversionText } from '../../../shared/units/conversion-text.ts';
import { useUnitsByCode } from '../../../shared/units/use-display-unit.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { SuggestionList } from '../../../ui/form/suggestion-list.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { useUnitReviewsOfTwin } from '../api/unit-change.ts';
import { CandidateTrend } from './candidate-trend.tsx';
import { formatReasons } from './reasons.ts';

/** Suggested tags of an input with their latest values, and a search for any other tag. */
export function MappingSuggestions({
  twinId,
  alias,
  found,
  mayWrite,
  busy,
  onMap,
}: {
  twinId: number;
  alias: TagAlias;
  found: UseQueryResult<Map<number, Suggestion[]>>;
  mayWrite: boolean;
  busy: boolean;
  onMap(tagId: number | null): void;
}): ReactNode {
  const units = useUnitsByCode();
  const reviews = useUnitReviewsOfTwin(twinId, useAccess('write:protection'));
  const review = reviews.data?.records.find(({ id }) => id === alias.id);
  const about = [alias.description, alias.keywords.join(', ')].filter(Boolean).join(' · ');
  const mappedConversion = conversionText(alias.mappedTagUnit, alias.unit, units).text;
  return (
    <Section
      title={`Tags for ${alias.name}`}
      aside={
        mayWrite && alias.mappedTagId !== null ? (
          <Button disabled={busy} onClick={() => onMap(null)}>
            Unmap
          </Button>
        ) : null
      }
    >
      {about === '' ? null : <Muted sx={{ pb: 2 }}>{about}</Muted>}
      {alias.mappedTagId === null || alias.type === 'work' ? null : (
        <Typography variant="body2" sx={{ pb: 2 }}>
          Mapped to <TextLink to={explorePath(twinId, alias.mappedTagId)}>{alias.mappedTagName}</TextLink>
          {mappedConversion === null ? null : `, ${mappedConversion}`}
        </Typography>
      )}
      {review === undefined ? null : (
        <Typography variant="body2" sx={{ pb: 2 }}>
          An upgrade changed the unit of this input from {unitText(review.oldUnit)} to{' '}
          {unitText(review.newUnit)}, the unit of its tag.{' '}
          <TextLink to={unitReviewsPath}>Units to review</TextLink>
        </Typography>
      )}
      <Loaded query={found} rows={6} fallback="The suggestions could not be loaded.">
        {(suggestions) => (
          <SuggestionList
            label={`Suggestions for ${alias.name}`}
            empty="No similar tag found. Search for one by name below."
            suggestions={(suggestions.get(alias.id) ?? []).map((each) => {
              const conversion = conversionText(each.unit, alias.unit, units);
              return {
                id: each.tagId,
                label: each.name,
                detail: [conversion.text, describeSuggestion(each)].filter(Boolean).join(' · '),
                score: each.score,
                isChosen: each.tagId === alias.mappedTagId,
                aside:
                  alias.type === 'work' ? null : (
                    <CandidateTrend suggestion={each} inputUnit={conversion.isReadable ? alias.unit : null} />
                  ),
              };
            })}
            onChoose={({ id }) => {
              if (mayWrite && !busy && id !== alias.mappedTagId) onMap(Number(id));
            }}
          />
        )}
      </Loaded>
      {mayWrite ? (
        <Stack direction="row" sx={{ pt: 3, alignItems: 'center' }}>
          <Box sx={{ flex: 1, maxWidth: 480 }}>
            <TagPicker
              key={`${alias.id} ${alias.mappedTagId}`}
              tag={null}
              twinId={twinId}
              types={alias.type === 'work' ? ['work'] : ['data_point', 'calculated']}
              renderInput={(input) => <TextField {...input} label="Another tag" />}
              onTag={(tag) => tag && onMap(tag.id)}
            />
          </Box>
        </Stack>
      ) : null}
    </Section>
  );
}

function describeSuggestion(suggestion: Suggestion): string {
  const { name, caption, assetName, isOfAsset } = suggestion;
  const parts = [
    caption === name ? '' : caption,
    isOfAsset || assetName === null ? '' : `of ${assetName}`,
    formatReasons(suggestion),
  ];
  return parts.filter(Boolean).join(' · ');
}
