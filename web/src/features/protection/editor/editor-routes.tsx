import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { idIn, isUnknown, UnknownRecord } from '../../../shared/address/unknown-record.tsx';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { useTwin } from '../../../shared/api/queries/use-twin.ts';
import { useTwinTagAliases } from '../../../shared/api/queries/use-twin-tag-aliases.ts';
import { copySeed, newSeed, type TwinProtection } from '../../../shared/protection/draft.ts';
import { ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx';
import { useProtection } from '../api/use-protection.ts';
import { EditorPage } from './editor-page.tsx';

/** `/apps/protections/:id/edit` */
export function EditProtectionPage(): ReactNode {
  const id = idIn(useParams().id);
  return id === null ? <UnknownRecord /> : <ExistingProtection key={id} id={id} />;
}

/**
 * `/apps/twins/:twinId/protections/:id/edit`. The id `new` creates a protection, optionally with its failure mode in
 * `?against=` or with `?type=pattern`; the id `copy` copies the one in `?copyOf=`.
 */
export function TwinProtectionPage(): ReactNode {
  const { twinId, id } = useParams();
  const twin = idIn(twinId);
  const [parameters] = useSearchParams();
  if (twin === null) return <UnknownRecord />;
  if (id === 'new') {
    const against = idIn(parameters.get('against') ?? undefined);
    const type = parameters.get('type') === 'pattern' ? 'pattern' : 'condition';
    return against === null ? (
      <WithTwin key={`new ${type}`} twinId={twin} protection={newSeed(twin, undefined, type)} />
    ) : (
      <AgainstFailureMode key={`against ${against}`} twinId={twin} failureModeId={against} />
    );
  }
  if (id === 'copy') {
    const copied = idIn(parameters.get('copyOf') ?? undefined);
    return copied === null ? (
      <UnknownRecord />
    ) : (
      <CopiedProtection key={copied} twinId={twin} copiedId={copied} />
    );
  }
  const existing = idIn(id);
  return existing === null ? <UnknownRecord /> : <ExistingProtection key={existing} id={existing} />;
}

function ExistingProtection({ id }: { id: number }): ReactNode {
  const protection = useProtection(id);
  if (isUnknown(protection.error)) return <UnknownRecord />;
  if (protection.error)
    return <ErrorState error={protection.error} fallback="The protection could not be loaded." />;
  if (protection.data === undefined) return <LoadingRows rows={10} />;
  return <WithTwin twinId={protection.data.twinId} protection={protection.data} />;
}

function CopiedProtection({ twinId, copiedId }: { twinId: number; copiedId: number }): ReactNode {
  const copied = useProtection(copiedId);
  if (isUnknown(copied.error)) return <UnknownRecord />;
  if (copied.error) return <ErrorState error={copied.error} fallback="The protection could not be loaded." />;
  if (copied.data === undefined) return <LoadingRows rows={10} />;
  return <WithTwin twinId={twinId} protection={copySeed(twinId, copied.data)} />;
}

function AgainstFailureMode({ twinId, failureModeId }: { twinId: number; failureModeId: number }): ReactNode {
  const modes = useFailureModes(twinId);
  if (isUnknown(modes.error)) return <UnknownRecord />;
  if (modes.error)
    return <ErrorState error={modes.error} fallback="The failure modes could not be loaded." />;
  if (modes.data === undefined) return <LoadingRows rows={10} />;
  const mode = modes.data.records.find(({ id }) => id === failureModeId);
  return <WithTwin twinId={twinId} protection={newSeed(twinId, mode)} />;
}

function WithTwin({ twinId, protection }: { twinId: number; protection: TwinProtection }): ReactNode {
  const twin = useTwin(twinId);
  const aliases = useTwinTagAliases(twinId);
  if (isUnknown(twin.error)) return <UnknownRecord />;
  const error = twin.error ?? aliases.error;
  if (error) return <ErrorState error={error} fallback="The twin could not be loaded." />;
  if (twin.data === undefined || aliases.data === undefined) return <LoadingRows rows={10} />;
  return <EditorPage twin={twin.data} protection={protection} aliases={aliases.data} />;
}
