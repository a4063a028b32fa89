import type { PackageExport } from '@twinward/contracts/library/package';
import type { ReactNode } from 'react';
import { AlertBar } from '../../ui/feedback/alert-bar.tsx';
import { formatCount } from '../../ui/format/format.ts';

/** The chosen records that a package omits, each with the reason. */
export function LeftOut({ records }: { records: PackageExport['leftOut'] }): ReactNode {
  if (records.length === 0) return null;
  return (
    <AlertBar
      severity="warning"
      message={`${formatCount(records.length)} ${records.length === 1 ? 'record was' : 'records were'} left out.`}
      detail={records.map(({ kind, key, reason }) => `${kind} ${key}: ${reason}`).join('\n')}
    />
  );
}
