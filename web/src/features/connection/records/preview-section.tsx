import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { MappingTarget } from '@twinward/contracts/connections/mapping';
import type { ShownRecord } from '@twinward/contracts/connections/request';
import { type MappedValue, mapRecord } from '@twinward/domain/connections/mapping';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx';
import { formatDateTime, formatExact } from '../../../ui/format/format.ts';
import { useTimeZone } from '../../../ui/format/time-zone.ts';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { findSource, type MappingDraft } from './mapping-draft.ts';
import type { Sample } from './use-sample.ts';

/** A preview of ten records of the other system, converted by the edited mapping. */
export function PreviewSection({
  sample,
  draft,
  targets,
}: {
  sample: Sample;
  draft: MappingDraft;
  targets: readonly MappingTarget[];
}): ReactNode {
  return (
    <Section
      title="Preview"
      aside={
        <Button loading={sample.isReading} onClick={sample.read}>
          Read latest records
        </Button>
      }
    >
      {sample.failure !== null ? (
        <ErrorState error={sample.failure} fallback="The records could not be read." onRetry={sample.read} />
      ) : !sample.isRead ? (
        <LoadingRows rows={4} label="Reading records..." />
      ) : sample.records.length === 0 ? (
        <EmptyState
          title="No records found."
          hint="Check the types and the start date in the configuration."
        />
      ) : (
        <Records records={sample.records} draft={draft} targets={targets} />
      )}
    </Section>
  );
}

function Records({
  records,
  draft: { rules },
  targets,
}: {
  records: readonly ShownRecord[];
  draft: MappingDraft;
  targets: readonly MappingTarget[];
}): ReactNode {
  const timeZone = useTimeZone();
  const shown = targets.filter(({ name, isRequired }) => isRequired || findSource(rules, name) !== '');
  const mapped = records.map((record) => ({ record, ...mapRecord(record, rules, targets) }));
  const wrong = mapped.filter(({ problems }) => problems.length > 0).length;
  const text = (target: MappingTarget, value: MappedValue | undefined): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    if (target.kind === 'time') return formatDateTime(String(value), timeZone);
    return typeof value === 'number' ? formatExact(value) : String(value);
  };
  return (
    <>
      <Muted role="status" sx={{ pb: 1 }}>
        {`The latest ${records.length} as they would be imported: ${wrong === 0 ? 'all are valid.' : `${wrong} can't be imported.`}`}
      </Muted>
      <Box role="region" aria-label="Records of the preview" tabIndex={0} sx={{ overflowX: 'auto' }}>
        <Table aria-label="Preview">
          <TableHead>
            <TableRow>
              <TableCell>Record</TableCell>
              <TableCell>Type code</TableCell>
              {shown.map(({ name, label }) => (
                <TableCell key={name}>{label}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {mapped.map(({ record, values, problems }) => (
              <TableRow key={record.key}>
                <TableCell>{record.key}</TableCell>
                <TableCell>{record.type}</TableCell>
                {shown.map((target) => {
                  const problem = problems.find(({ to }) => to === target.name);
                  return (
                    <TableCell
                      key={target.name}
                      sx={{ maxWidth: 280, overflow: 'hidden', textOverflow: 'ellipsis' }}
                    >
                      {problem === undefined ? (
                        <span title={text(target, values[target.name])}>
                          {text(target, values[target.name])}
                        </span>
                      ) : (
                        <Box
                          component="span"
                          sx={{
                            color: ({ palette }) => palette.error[palette.mode === 'light' ? 'dark' : 'main'],
                            whiteSpace: 'normal',
                          }}
                        >
                          {problem.message}
                        </Box>
                      )}
                    </TableCell>
                  );
                })}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </>
  );
}
