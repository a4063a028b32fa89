import Button from '@mui/material/Button';
import type { Protection } from '@twinward/contracts/protections/protection';
import { DAY } from '@twinward/domain/duration';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { guidePath, protectionEditPath, simulationPath, trainPath } from '../../../shared/address/paths.ts';
import { idIn, isUnknown, UnknownRecord } from '../../../shared/address/unknown-record.tsx';
import { useDataExtent } from '../../../shared/api/queries/use-data-extent.ts';
import { useTwin } from '../../../shared/api/queries/use-twin.ts';
import { useTwinTagAliases } from '../../../shared/api/queries/use-twin-tag-aliases.ts';
import { usePageCommands } from '../../../shared/commands/page-commands.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { usePatternSet } from '../api/patterns.ts';
import { useProtection } from '../api/use-protection.ts';
import { GuidedPage } from './guided/guided-page.tsx';
import type { PatternPageProps } from './pattern-page-props.ts';
import { TrainingPage } from './training-page.tsx';

/** `/apps/protections/:id/train` */
export const TrainRoute = (): ReactNode => <PatternRoute page={TrainingPage} />;

/** `/apps/protections/:id/train2` */
export const GuideRoute = (): ReactNode => <PatternRoute page={GuidedPage} />;

function PatternRoute({ page }: { page: ComponentType<PatternPageProps> }): ReactNode {
  const id = idIn(useParams().id);
  return id === null ? <UnknownRecord /> : <OfProtection key={id} id={id} page={page} />;
}

function OfProtection({ id, page }: { id: number; page: ComponentType<PatternPageProps> }): ReactNode {
  const protection = useProtection(id);
  if (isUnknown(protection.error)) return <UnknownRecord />;
  if (protection.error) {
    return <ErrorState error={protection.error} fallback="The protection could not be loaded." />;
  }
  if (protection.data === undefined) return <LoadingRows rows={10} />;
  if (protection.data.indicatorPattern === null) return <NoPatterns protection={protection.data} />;
  return <OfSet protection={protection.data} setId={protection.data.indicatorPattern.id} page={page} />;
}

const NoPatterns = ({ protection }: { protection: Protection }): ReactNode => (
  <Page title={protection.name}>
    <EmptyState
      title="This is not a pattern protection."
      hint="To train patterns, create a pattern protection."
      action={
        <Button component={Link} to={protectionEditPath(protection.id)}>
          Edit protection
        </Button>
      }
    />
  </Page>
);

function OfSet({
  protection,
  setId,
  page: Shown,
}: {
  protection: Protection;
  setId: number;
  page: ComponentType<PatternPageProps>;
}): ReactNode {
  const twin = useTwin(protection.twinId);
  const aliases = useTwinTagAliases(protection.twinId);
  const set = usePatternSet(setId);
  usePageCommands([
    { title: `Train patterns of ${protection.name}`, to: trainPath(protection.id) },
    { title: `Patterns of ${protection.name}, step by step`, to: guidePath(protection.id) },
    { title: `Edit ${protection.name}`, to: protectionEditPath(protection.id) },
    { title: `Simulate ${protection.name}`, to: simulationPath(protection.twinId, protection.id) },
  ]);
  const { inputs: all, aliases: settings } = protection;
  const inputs = useMemo(
    () => all.filter(({ alias }) => settings.find((one) => one.alias === alias)?.type !== 'work'),
    [all, settings],
  );
  const tags = inputs.map(({ tagId }) => ({ type: 'data_point' as const, tagId }));
  const { extent: known, isPending } = useDataExtent(tags);
  const extent = useMemo(() => known ?? { from: Date.now() - DAY, to: Date.now() }, [known]);
  const error = twin.error ?? aliases.error ?? set.error;
  if (error) return <ErrorState error={error} fallback="The patterns could not be loaded." />;
  if (!twin.data || !aliases.data || !set.data || isPending) return <LoadingRows rows={10} />;
  return (
    <Shown
      twin={twin.data}
      protection={protection}
      aliases={aliases.data}
      set={set.data}
      inputs={inputs}
      extent={extent}
    />
  );
}
