import Typography from '@mui/material/Typography';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { Twin } from '@twinward/contracts/twins/twin';
import { limitCondition } from '@twinward/domain/limit-text';
import { limitsFor } from '@twinward/domain/limits';
import { type ReactNode, useMemo } from 'react';
import { advisoryPath, excursionPath } from '../../shared/address/paths.ts';
import { useTwinProtections } from '../../shared/api/queries/use-twin-protections.ts';
import { useTwinTagAliases } from '../../shared/api/queries/use-twin-tag-aliases.ts';
import type { DisplayUnit } from '../../shared/units/display-unit.ts';
import { inputUnit } from '../../shared/units/input-unit.ts';
import { useDisplayUnit, useUnits } from '../../shared/units/use-display-unit.ts';
import { useLimits } from '../../shared/units/use-limits.ts';
import { useNow } from '../../ui/format/clock.ts';
import { formatNumber } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useDueAdvisory, useOpenExcursion } from './api/get-story.ts';
import { type Cause, twinStory } from './story.ts';

/** Describes the problem of a twin in one or two sentences, with links to the excursion and the advisory. */
export function TwinStory({ twin }: { twin: Twin }): ReactNode {
  const timeZone = useTimeZone();
  const now = useNow();
  const protections = useTwinProtections(twin.id);
  const driving = useMemo(() => findDriving(twin, protections.data?.records ?? []), [twin, protections.data]);
  const excursion = useOpenExcursion(twin.id, driving?.threshold.id ?? null);
  const advisory = useDueAdvisory(twin.id) ?? null;
  const input = useComparedInput(twin.id, driving);
  if (protections.data === undefined) return null;
  const cause: Cause | null = driving && {
    threshold: driving.threshold.name,
    protection: driving.protection.name,
    since: excursion?.start ?? null,
    input,
  };
  return (
    <Typography sx={{ pb: 4, maxWidth: '80ch', overflowWrap: 'anywhere' }}>
      {twinStory({ twin, cause, advisory }, now, timeZone)}
      {excursion === undefined ? null : (
        <>
          {' '}
          <TextLink to={excursionPath(excursion)} underline="always">
            Excursion
          </TextLink>
        </>
      )}
      {advisory === null ? null : (
        <>
          {' '}
          <TextLink to={advisoryPath(twin.id, advisory.id)} underline="always">
            Advisory
          </TextLink>
        </>
      )}
    </Typography>
  );
}

interface Driving {
  protection: ProtectionSummary;
  threshold: ProtectionSummary['thresholds'][number];
}

/** The threshold that determines the level of a twin; null for a default level. */
function findDriving(twin: Twin, protections: readonly ProtectionSummary[]): Driving | null {
  for (const protection of protections) {
    const { active, shelving, level, thresholds, drivingThresholdId } = protection;
    if (!active || shelving !== null || level === null || level !== twin.level) continue;
    const threshold = thresholds.find(({ id }) => id === drivingThresholdId);
    if (threshold !== undefined) return { protection, threshold };
  }
  return null;
}

/** The input compared by the driving threshold, with its latest value and limit in the display unit. */
function useComparedInput(twinId: number, driving: Driving | null): Cause['input'] {
  const { data: units } = useUnits();
  const { data: aliases } = useTwinTagAliases(twinId);
  const findLimits = useLimits();
  const compared = useMemo(() => {
    if (driving === null || units === undefined) return undefined;
    const { protection, threshold } = driving;
    return protection.inputs.find(({ tagId }) =>
      limitsFor(protection, tagId, units).some(({ thresholdId }) => thresholdId === threshold.id),
    );
  }, [driving, units]);
  const alias = aliases?.find(({ name }) => name === compared?.alias);
  const shown = useDisplayUnit(alias === undefined ? null : inputUnit(alias));
  if (driving === null || compared === undefined || alias?.latestValue == null) return null;
  const limit = findLimits([driving.protection], compared.tagId, shown).find(
    ({ thresholdId }) => thresholdId === driving.threshold.id,
  );
  if (limit === undefined) return null;
  return {
    name: alias.name,
    value: roundedValue(alias.latestValue, shown),
    limit: limitCondition(limit),
    isStatistic: limit.of !== undefined,
  };
}

/** Formats a value with few digits for a sentence. The list of inputs shows all digits. */
const roundedValue = (value: number, { convert, text }: DisplayUnit): string =>
  `${formatNumber(convert(value))}${text === null ? '' : ` ${text}`}`;
