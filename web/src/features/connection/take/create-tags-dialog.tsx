import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Asset } from '@twinward/contracts/assets/asset';
import { type ReactNode, useMemo, useState } from 'react';
import { EquipmentPicker } from '../../../shared/pickers/equipment-picker.tsx';
import { UnitField } from '../../../shared/units/unit-field.tsx';
import { useUnits } from '../../../shared/units/use-display-unit.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { AlertBar } from '../../../ui/feedback/alert-bar.tsx';
import { toChoices } from '../../../ui/form/choices.ts';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { formatCount, formatNumber } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { PageLinks } from '../../../ui/list/page-links.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { useTakeSources } from '../api/sources.ts';
import {
  type Candidate,
  findNaming,
  type Naming,
  nameProblem,
  namingLabels,
  type TagPlan,
  tagCaption,
  tagName,
  tagUnit,
  toTaken,
  unitCode,
} from './candidates.ts';
import { ScaleFields, useScale } from './scale-fields.tsx';

const rowsOfPage = 20;
const none: readonly never[] = [];

/** Creates tags fed by sources: names, captions, units and assets. */
export function CreateTagsDialog({
  connectionId,
  candidates,
  onMade,
  onClose,
}: {
  connectionId: number;
  candidates: readonly Candidate[];
  onMade: (count: number) => void;
  onClose: () => void;
}): ReactNode {
  const take = useTakeSources(connectionId);
  const { data: known = none } = useUnits();
  const [naming, setNaming] = useState<Naming>(() => findNaming(candidates));
  const [prefix, setPrefix] = useState('');
  const [typed, setTyped] = useState<TagPlan['typed']>(new Map());
  const [chosenUnits, setChosenUnits] = useState<TagPlan['units']>(new Map());
  const [assets, setAssets] = useState<readonly Asset[]>([]);
  const [page, setPage] = useState(1);
  const scale = useScale();
  const written = useMemo(
    () => [...new Set(candidates.map(({ unit }) => unit ?? ''))].toSorted(),
    [candidates],
  );
  const units = useMemo(
    () => new Map(written.map((unit) => [unit, chosenUnits.get(unit) ?? unitCode(unit, known)])),
    [written, chosenUnits, known],
  );
  const plan: TagPlan = {
    naming,
    prefix,
    typed,
    units,
    assetIds: assets.map(({ id }) => id),
    factor: scale.factor ?? 1,
    offset: scale.offset ?? 0,
  };
  const problem = nameProblem(candidates, plan);
  const codes = useMemo(() => new Set(['', ...known.map(({ code }) => code)]), [known]);
  const isUnknown = (unit: string): boolean => !codes.has((units.get(unit) ?? '').trim());
  const type = (source: string, change: { name?: string; caption?: string }): void =>
    setTyped((now) => new Map(now).set(source, { ...now.get(source), ...change }));
  const count = candidates.length;
  const label = count === 1 ? 'Create tag' : `Create ${formatCount(count)} tags`;
  return (
    <FormDialog
      title={count === 1 ? 'Create a tag' : `Create ${formatCount(count)} tags`}
      action={label}
      onSubmit={() => take.mutate(toTaken(candidates, plan), { onSuccess: () => onMade(count) })}
      disabled={problem !== null || scale.problem !== null || written.some(isUnknown)}
      saving={take}
      fallback="The tags could not be created."
      errorFirst
      dirty={typed.size > 0}
      spacing={4}
      py={0}
      maxWidth="lg"
      onClose={onClose}
    >
      <Box
        sx={{
          display: 'grid',
          columnGap: 4,
          rowGap: 3,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(2, minmax(0, 1fr))',
            md: 'repeat(3, minmax(0, 1fr))',
          },
          alignItems: 'start',
        }}
      >
        <SelectField
          label="Name format"
          value={naming}
          onChange={(event) => setNaming(event.target.value as Naming)}
          choices={toChoices(namingLabels)}
        />
        <Field
          label="Prefix"
          hint="For example, the plant unit: U100."
          value={prefix}
          onChange={(event) => setPrefix(event.target.value)}
        />
        <EquipmentPicker value={assets} onChange={setAssets} />
        <ScaleFields scale={scale} />
        {written.map((unit) => (
          <UnitField
            key={unit}
            name={`unit ${unit}`}
            label={unit === '' ? 'Unit' : `Unit written as ${unit}`}
            value={units.get(unit) ?? ''}
            error={isUnknown(unit) ? 'Unknown unit.' : undefined}
            onChange={({ target }) =>
              setChosenUnits((now) => new Map(now).set(unit, (target as HTMLInputElement).value))
            }
            onBlur={() => {}}
          />
        ))}
      </Box>
      {problem === null ? null : <AlertBar severity="warning" message={problem} />}
      <div>
        <DataTable
          label="New tags"
          columns={buildColumns(plan, type)}
          rows={candidates.slice((page - 1) * rowsOfPage, page * rowsOfPage)}
          rowKey={({ source }) => source}
        />
        <PageLinks page={page} pageSize={rowsOfPage} total={count} noun="tags" onChange={setPage} />
      </div>
      <Muted>If one tag fails, none are created.</Muted>
    </FormDialog>
  );
}

const buildColumns = (
  plan: TagPlan,
  type: (source: string, change: { name?: string; caption?: string }) => void,
): readonly Column<Candidate>[] => [
  {
    id: 'name',
    header: 'Name',
    width: '30%',
    phoneWidth: '55%',
    cell: (candidate) => (
      <CellInput
        label={`Name of ${candidate.source}`}
        value={tagName(candidate, plan)}
        onChange={(name) => type(candidate.source, { name })}
      />
    ),
  },
  {
    id: 'caption',
    header: 'Caption',
    width: '22%',
    wide: true,
    cell: (candidate) => (
      <CellInput
        label={`Caption of ${candidate.source}`}
        value={tagCaption(candidate, plan)}
        onChange={(caption) => type(candidate.source, { caption })}
      />
    ),
  },
  {
    id: 'source',
    header: 'Source',
    wide: true,
    cell: ({ source }) => <span title={source}>{source}</span>,
  },
  {
    id: 'unit',
    header: 'Unit',
    width: '80px',
    wide: true,
    cell: (candidate) => tagUnit(candidate, plan) || '–',
  },
  {
    id: 'value',
    header: 'Value',
    numeric: true,
    width: '96px',
    cell: ({ value }) => (value === null ? '–' : formatNumber(value)),
  },
  { id: 'time', header: 'Time', width: '112px', wide: true, cell: ({ time }) => <Time value={time} /> },
];

const CellInput = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}): ReactNode => (
  <OutlinedInput
    size="small"
    fullWidth
    value={value}
    onChange={(event) => onChange(event.target.value)}
    inputProps={{ 'aria-label': label, spellCheck: false }}
    sx={{ height: 28, fontSize: '0.8125rem' }}
  />
);
