import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Asset, listAssets } from '@twinward/contracts/assets/asset';
import { maximumPlacements, type PlacementAssets } from '@twinward/contracts/library/placement';
import type { TwinModel } from '@twinward/contracts/library/twin-model';
import { type ReactNode, useMemo, useState } from 'react';
import { useApiPage } from '../../../shared/api/api-query.ts';
import { usePreviewPlacement } from '../../../shared/api/queries/use-preview-placement.ts';
import { useTaxonomy } from '../../../shared/api/queries/use-taxonomy.ts';
import {
  type AssetFilterName,
  assetListBody,
  classChoices,
  criticalityChoices,
} from '../../../shared/asset/asset-filters.ts';
import { versionText } from '../../../shared/library/version-text.ts';
import { EquipmentPicker } from '../../../shared/pickers/equipment-picker.tsx';
import { type ChosenQuery, QueryPicker } from '../../../shared/query/query-picker.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { formatCount, formatPercent } from '../../../ui/format/format.ts';
import { SearchField } from '../../../ui/list/search-field.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { PastedAssets } from './pasted-assets.tsx';
import { type Place, PlaceField, wholePlant } from './place-field.tsx';
import { readUniqueIds, uniqueIdFilter } from './unique-ids.ts';

/** How assets are selected. A pasted list of unique ids is sent as a filter. */
type Kind = PlacementAssets['kind'] | 'pasted';
type AssetFilters = Partial<Record<AssetFilterName, string>>;

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'list', label: 'All assets that match filters' },
  { value: 'ids', label: 'Selected assets' },
  { value: 'pasted', label: 'A list of unique ids' },
  { value: 'query', label: 'Assets found by a saved query' },
];

const percents = [50, 60, 70, 80, 90, 95];

/** Chooses the assets, and the minimum match for mapping inputs. */
export function PlacementStart({
  model,
  onStarted,
}: {
  model: TwinModel;
  onStarted(commandId: string): void;
}): ReactNode {
  const start = usePreviewPlacement(model.id);
  const taxonomy = useTaxonomy().data ?? [];
  const [kind, setKind] = useState<Kind>('list');
  const [filters, setFilters] = useState<AssetFilters>({
    kind: 'equipment',
    twin: 'no',
    ...toClassFilter(model),
  });
  const [place, setPlace] = useState(wholePlant);
  const [assets, setAssets] = useState<Asset[]>([]);
  const [pasted, setPasted] = useState('');
  const [query, setQuery] = useState<ChosenQuery | null>(null);
  const [percent, setPercent] = useState(70);
  const chosen = ((): PlacementAssets | null => {
    switch (kind) {
      case 'list': {
        const { structure, type, id } = place;
        const under = id === null ? {} : { under: { structure, type, id } };
        return { kind, filters: assetListBody(filters, byName, taxonomy).filters, ...under };
      }
      case 'ids':
        return assets.length === 0 ? null : { kind, assetIds: assets.map(({ id }) => id) };
      case 'pasted': {
        const uniqueIds = readUniqueIds(pasted);
        const fits = uniqueIds.length > 0 && uniqueIds.length <= maximumPlacements;
        return fits ? { kind: 'list', filters: [uniqueIdFilter(uniqueIds)] } : null;
      }
      case 'query':
        return query && { kind, queryId: query.id };
    }
  })();
  if (model.state === 'draft' || !model.active) {
    return (
      <Alert severity="info" variant="outlined">
        {model.active
          ? 'The model has no published version yet. Publish its draft first.'
          : 'The model is retired. You cannot create new twins from it.'}
      </Alert>
    );
  }
  return (
    <Stack spacing={4} sx={{ maxWidth: 640, alignItems: 'start', '& > *': { width: 1 } }}>
      <Typography>
        Creates twins from version {versionText(model)} of {model.name}. First, a preview shows the proposed
        tag for each input. The preview changes nothing.
      </Typography>
      <SelectField
        label="Assets"
        value={kind}
        choices={kinds}
        onChange={(event) => setKind(event.target.value as Kind)}
      />
      {kind === 'list' ? (
        <AssetFilterFields filters={filters} place={place} onChange={setFilters} onPlace={setPlace} />
      ) : null}
      {kind === 'ids' ? <EquipmentPicker value={assets} onChange={setAssets} /> : null}
      {kind === 'pasted' ? <PastedAssets text={pasted} onChange={setPasted} /> : null}
      {kind === 'query' ? <QueryPicker label="Query" query={query} onQuery={setQuery} /> : null}
      <Box sx={{ maxWidth: 240 }}>
        <SelectField
          label="Minimum match"
          value={String(percent)}
          choices={percents.map((each) => ({ value: String(each), label: formatPercent(each) }))}
          onChange={(event) => setPercent(Number(event.target.value))}
        />
      </Box>
      <ErrorState error={start.error} fallback="The preview could not be started." />
      <Box>
        <Button
          variant="contained"
          disabled={chosen === null}
          loading={start.isPending}
          onClick={() =>
            chosen === null
              ? undefined
              : start.mutate(
                  { assets: chosen, minimumScore: percent / 100 },
                  { onSuccess: ({ commandId }) => onStarted(commandId) },
                )
          }
        >
          Preview
        </Button>
      </Box>
    </Stack>
  );
}

const byName = { field: 'AssetName', direction: 'Ascending' } as const;

/** The asset filter for a model: its class, or else its category. */
const toClassFilter = ({ category, class: ofClass }: TwinModel): AssetFilters => {
  const id = ofClass?.id ?? category?.id;
  return id === undefined ? {} : { class: String(id) };
};

function AssetFilterFields({
  filters,
  place,
  onChange,
  onPlace,
}: {
  filters: AssetFilters;
  /** Limits the assets to those below this place. */
  place: Place;
  onChange(filters: AssetFilters): void;
  onPlace(place: Place): void;
}): ReactNode {
  const taxonomy = useTaxonomy().data ?? [];
  const classes = useMemo(() => classChoices(taxonomy), [taxonomy]);
  const body = useMemo(() => assetListBody(filters, byName, taxonomy), [filters, taxonomy]);
  const found = useApiPage<typeof listAssets>(
    ['assets', { counted: body, under: [place.structure, place.type, place.id] }],
    'POST /api/assets/filters',
    {
      page: 1,
      pageSize: 1,
      query: {
        ...(place.id === null ? {} : { under: place.id, underType: place.type, structure: place.structure }),
      },
      body,
    },
  );
  /** Removes empty filters. */
  const set = (name: AssetFilterName, value: string | undefined) =>
    onChange(
      Object.fromEntries(Object.entries({ ...filters, [name]: value || undefined }).filter(([, one]) => one)),
    );
  return (
    <Stack spacing={2}>
      <PlaceField value={place} onChange={onPlace} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, '& > *': { maxWidth: 240 } }}>
        <SearchField
          label="Name or unique id"
          value={filters.search ?? ''}
          onChange={(text) => set('search', text)}
        />
        <ChoiceField
          label="Class"
          value={filters.class}
          choices={classes}
          onChange={(value) => set('class', value)}
        />
        <ChoiceField
          label="Criticality"
          value={filters.criticality}
          choices={criticalityChoices}
          onChange={(value) => set('criticality', value)}
        />
      </Box>
      <Muted role="status">
        {found.data === undefined
          ? ''
          : `${formatCount(found.data.total)} ${found.data.total === 1 ? 'asset' : 'assets'} without a twin.`}
      </Muted>
    </Stack>
  );
}
