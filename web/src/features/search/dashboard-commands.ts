import { useMemo } from 'react';
import { dashboardPath } from '../../shared/address/paths.ts';
import { useDashboards, useReadyMade } from '../../shared/api/queries/use-dashboards.ts';
import type { PageCommand } from '../../shared/commands/page-commands.ts';

const none: readonly never[] = [];

/** Commands that open dashboards. @param isTyping whether text was typed; otherwise no request is sent */
export function useDashboardCommands(isTyping: boolean): readonly PageCommand[] {
  const ready = useReadyMade(isTyping).data ?? none;
  const stored = useDashboards(isTyping).data?.records ?? none;
  return useMemo(
    () =>
      [...ready, ...stored].map(({ id, name }) => ({
        title: `Open dashboard ${name}`,
        to: dashboardPath(id),
        isTyped: true,
      })),
    [ready, stored],
  );
}
