import Box from '@mui/material/Box';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type ReactNode, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { twinPath } from '../../../shared/address/paths.ts';
import { idIn, isUnknown, UnknownRecord } from '../../../shared/address/unknown-record.tsx';
import { useDataExtent } from '../../../shared/api/queries/use-data-extent.ts';
import { usePlantTimeZone } from '../../../shared/api/queries/use-plant-time-zone.ts';
import { useTwin } from '../../../shared/api/queries/use-twin.ts';
import { useTwinTagAliases } from '../../../shared/api/queries/use-twin-tag-aliases.ts';
import type { TwinInput } from '../../../shared/protection/draft.ts';
import { monitorCrumbs } from '../../../shared/twin/twin-crumbs.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { Suggestion } from './suggestion.tsx';

/** `/apps/twins/:twinId/protections/suggest`: suggests rules for an input of a twin from known failures and marks. */
export function SuggestionPage(): ReactNode {
  const twinId = idIn(useParams().twinId);
  return twinId === null ? <UnknownRecord /> : <OfTwin key={twinId} twinId={twinId} />;
}

function OfTwin({ twinId }: { twinId: number }): ReactNode {
  const twin = useTwin(twinId);
  const aliases = useTwinTagAliases(twinId);
  if (isUnknown(twin.error)) return <UnknownRecord />;
  const error = twin.error ?? aliases.error;
  return (
    <Page title="Suggest a rule" breadcrumbs={monitorCrumbs(twinId, twin.data?.assetName)}>
      <ErrorState error={error} fallback="The twin could not be loaded." />
      {twin.data && aliases.data ? (
        <Inputs twin={twin.data} aliases={aliases.data} />
      ) : error ? null : (
        <LoadingRows rows={10} />
      )}
    </Page>
  );
}

function Inputs({ twin, aliases }: { twin: Twin; aliases: readonly TagAlias[] }): ReactNode {
  const inputs = aliases.filter(({ type, mappedTagId }) => type === 'data_point' && mappedTagId !== null);
  const [chosen, setChosen] = useState(inputs[0]?.id);
  const input = inputs.find(({ id }) => id === chosen);
  if (input === undefined) {
    return (
      <EmptyState
        title="No input is mapped to a tag."
        hint="Map an input of the twin to a tag. A rule watches this input."
        action={<TextLink to={`${twinPath(twin.id)}/tags`}>Map inputs</TextLink>}
      />
    );
  }
  return (
    <>
      <Box sx={{ maxWidth: 320 }}>
        <SelectField
          label="Signal"
          value={String(input.id)}
          onChange={(event) => setChosen(Number(event.target.value))}
          choices={inputs.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Box>
      <WithData key={input.id} twin={twin} input={input} aliases={aliases} />
    </>
  );
}

function WithData({
  twin,
  input,
  aliases,
}: {
  twin: Twin;
  input: TwinInput;
  aliases: readonly TwinInput[];
}): ReactNode {
  const tagId = input.mappedTagId!;
  const tags = useMemo(() => [{ type: 'data_point' as const, tagId }], [tagId]);
  const { extent, isPending } = useDataExtent(tags);
  const zone = usePlantTimeZone();
  if (zone.error !== null)
    return <ErrorState error={zone.error} fallback="The time zone of the plant could not be loaded." />;
  if (zone.data === undefined || isPending) return <LoadingRows rows={8} />;
  if (extent === null)
    return (
      <EmptyState
        title="No points yet."
        hint="Rules are suggested from the points of the signal. Import points first."
      />
    );
  return (
    <Suggestion twin={twin} input={input} aliases={aliases} extent={extent} timeZone={zone.data.timeZone} />
  );
}
