import { mdiClockAlertOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { StaleInput } from '@twinward/contracts/protections/protection';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { type ReactNode, useState } from 'react';
import { explorePath, tagsPath } from '../../shared/address/paths.ts';
import { useTwinProtections } from '../../shared/api/queries/use-twin-protections.ts';
import { useTwinTagAliases } from '../../shared/api/queries/use-twin-tag-aliases.ts';
import { collectStaleInputs } from '../../shared/twin/stale-inputs.ts';
import { inputUnit } from '../../shared/units/input-unit.ts';
import { LatestValue } from '../../shared/units/latest-value.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { Time } from '../../ui/format/time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';

const shownAtFirst = 8;

/** The twin's inputs with their latest values and links to their signals. */
export function TwinInputs({ twinId }: { twinId: number }): ReactNode {
  const aliases = useTwinTagAliases(twinId);
  const protections = useTwinProtections(twinId);
  const stale = collectStaleInputs(protections.data?.records ?? []);
  const [showAll, setShowAll] = useState(false);
  const columns: readonly Column<TagAlias>[] = [
    {
      id: 'name',
      header: 'Input',
      cell: (alias) =>
        alias.mappedTagId === null || alias.type === 'work' ? (
          <span title="Not mapped">{alias.name}</span>
        ) : (
          <TextLink to={explorePath(twinId, alias.mappedTagId)} title={alias.mappedTagName ?? ''}>
            {alias.name}
          </TextLink>
        ),
    },
    {
      id: 'value',
      header: 'Latest',
      numeric: true,
      width: '28%',
      cell: (alias) => <LatestValue value={alias.latestValue} unit={inputUnit(alias)} />,
    },
    {
      id: 'time',
      header: 'At',
      numeric: true,
      width: '44%',
      wraps: true,
      cell: (alias) => <InputTime latest={alias.latestTime} stale={stale.get(alias.name)} />,
    },
  ];
  return (
    <Section
      title="Inputs"
      aside={
        <TextLink to={tagsPath(twinId)} variant="body2">
          All tags
        </TextLink>
      }
    >
      <Loaded query={aliases} fallback="The inputs could not be loaded.">
        {(records) =>
          records.length === 0 ? (
            <EmptyState
              title="No inputs yet."
              hint="Inputs name the signals that protections watch."
              action={<TextLink to={tagsPath(twinId)}>Add inputs</TextLink>}
            />
          ) : (
            <>
              <DataTable
                label="Inputs"
                columns={columns}
                rows={showAll ? records : records.slice(0, shownAtFirst)}
                rowKey={(alias) => alias.id}
              />
              {records.length > shownAtFirst ? (
                <Button sx={{ mt: 1 }} onClick={() => setShowAll(!showAll)}>
                  {showAll ? 'Show fewer' : `Show all ${records.length}`}
                </Button>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

/** The time of the latest value and, below it, since when the input is stale. */
function InputTime({ latest, stale }: { latest: string | null; stale: StaleInput | undefined }): ReactNode {
  return (
    <>
      <Time value={latest} />
      {stale === undefined ? null : (
        <Box sx={{ fontWeight: 600 }}>
          <Icon path={mdiClockAlertOutline} sx={{ fontSize: 16, verticalAlign: 'text-bottom' }} /> Stale since{' '}
          <Time value={stale.since} />
        </Box>
      )}
    </>
  );
}
