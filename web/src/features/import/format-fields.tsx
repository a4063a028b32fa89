import Box from '@mui/material/Box';
import type { DecimalSign } from '@twinward/contracts/core/file-options';
import type { ZeroQuality } from '@twinward/contracts/signals/import';
import type { ReactNode } from 'react';
import { TagField } from '../../shared/pickers/tag-field.tsx';
import { TimeZoneField } from '../../ui/form/time-zone-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import type { CsvReading, DateOrder } from './csv-preview.ts';
import { DateOrderField } from './date-order-field.tsx';
import type { ImportDraft } from './import-draft.ts';

/** How the values of a file are read: its tag, times, numbers and qualities. Only open questions are asked. */
export function FormatFields({
  draft: { tag, timeZone, decimalSign, zeroQuality },
  reading,
  dateOrder,
  hasOptions,
  findError,
  onDraft,
}: {
  draft: ImportDraft;
  /** Null if the first rows have no columns. */
  reading: CsvReading | null;
  /** Null if it must be chosen. */
  dateOrder: DateOrder | null;
  /** Whether to ask for what could also be detected. */
  hasOptions: boolean;
  findError(field: 'dateOrder' | 'decimalSign' | 'zeroQuality'): string | undefined;
  onDraft(change: Partial<ImportDraft>): void;
}): ReactNode {
  const openNumber = reading?.openNumber ?? null;
  const hasOpenQuality = reading?.hasOpenQuality === true;
  const mayHaveQuality = reading === null || reading.roles.quality !== undefined;
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { sm: '1fr 1fr' } }}>
      {reading === null ? (
        <TagField
          hint="The file has no tag column."
          tag={tag}
          types={['data_point']}
          onTag={(chosen) => onDraft({ tag: chosen })}
        />
      ) : null}
      <TimeZoneField
        value={timeZone}
        hint="Used when the file has no time zone."
        onChange={(zone) => onDraft({ timeZone: zone })}
      />
      <DateOrderField
        order={dateOrder}
        error={findError('dateOrder')}
        dates={reading?.dates ?? { kind: 'plain' }}
        onOrder={(order) => onDraft({ dateOrder: order ?? undefined })}
      />
      {openNumber !== null || hasOptions ? (
        <ChoiceField
          label="Decimal sign"
          hint={openNumber === null ? 'For numbers such as 1,000.' : `${openNumber} can be read in two ways.`}
          error={findError('decimalSign')}
          value={decimalSign}
          choices={decimalSigns}
          none={openNumber === null ? 'Detect automatically' : undefined}
          onChange={(sign) => onDraft({ decimalSign: sign })}
        />
      ) : null}
      {hasOpenQuality || (hasOptions && mayHaveQuality) ? (
        <ChoiceField
          label="Quality 0 means"
          hint="Systems use the codes 0, 1 and 2 in two different ways."
          error={findError('zeroQuality')}
          value={zeroQuality}
          choices={zeroQualities}
          none={hasOpenQuality ? undefined : 'Not chosen'}
          onChange={(quality) => onDraft({ zeroQuality: quality })}
        />
      ) : null}
    </Box>
  );
}

const decimalSigns: readonly { value: DecimalSign; label: string }[] = [
  { value: '.', label: 'Point: 1,000 is one thousand' },
  { value: ',', label: 'Comma: 1,000 is one' },
];

const zeroQualities: readonly { value: ZeroQuality; label: string }[] = [
  { value: 'good', label: 'Good; 1 is uncertain, 2 is bad' },
  { value: 'bad', label: 'Bad, as in OPC DA' },
];
