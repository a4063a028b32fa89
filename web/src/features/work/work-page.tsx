import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router';
import { mappingPath, monitorPath, twinTabs } from '../../shared/address/paths.ts';
import { isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { useTwin } from '../../shared/api/queries/use-twin.ts';
import { useTwinProtections } from '../../shared/api/queries/use-twin-protections.ts';
import { useTwinTagAliases } from '../../shared/api/queries/use-twin-tag-aliases.ts';
import { twinsCrumb } from '../../shared/twin/twin-crumbs.ts';
import { TwinState } from '../../shared/twin/twin-state.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import type { WorkTag } from './work-form-fields.tsx';
import { isWorkMode, modeLabels, type WorkMode, workModes } from './work-list.ts';
import { WorkView } from './work-view.tsx';

/** The distinct tags of work aliases, with the name of the first alias. */
function findWorkTags(aliases: readonly TagAlias[], only?: ReadonlySet<number>): WorkTag[] {
  const tags = new Map<number, string>();
  for (const { type, mappedTagId, name } of aliases) {
    if (type !== 'work' || mappedTagId === null || tags.has(mappedTagId)) continue;
    if (only === undefined || only.has(mappedTagId)) tags.set(mappedTagId, name);
  }
  return [...tags].map(([tagId, name]) => ({ tagId, name }));
}

/** `/apps/twins/:twinId/work`: the work of a twin. */
export function WorkPage(): ReactNode {
  const { twinId: text = '' } = useParams();
  const twinId = Number(text);
  const twin = useTwin(twinId);
  const aliases = useTwinTagAliases(twinId);
  const tags = useMemo(() => findWorkTags(aliases.data ?? []), [aliases.data]);
  if (!/^[1-9]\d*$/.test(text) || isUnknown(twin.error)) return <UnknownRecord />;
  return (
    <Page
      title={twin.data?.assetName ?? 'Work'}
      breadcrumbs={[twinsCrumb]}
      state={twin.data ? <TwinState twin={twin.data} /> : null}
      tabs={<LinkTabs label="Twin" tabs={twinTabs(twinId)} />}
    >
      <Loaded query={aliases} rows={12} fallback="The inputs of the twin could not be loaded.">
        {() => (
          <WorkOrNone
            tags={tags}
            fileName={`${twin.data?.assetName ?? 'Twin'} work`}
            hint="To record work, map an input of type work to a tag."
            twinId={twinId}
          />
        )}
      </Loaded>
    </Page>
  );
}

/** `/apps/twins/:twinId/protections/:id/work/:mode?`: the work that a protection watches. */
export function ProtectionWorkPage(): ReactNode {
  const { twinId: text = '', id = '', mode = 'all' } = useParams();
  const twinId = Number(text);
  const twin = useTwin(twinId);
  const aliases = useTwinTagAliases(twinId);
  const protections = useTwinProtections(twinId);
  const protection = protections.data?.records.find((one) => one.id === Number(id));
  const tags = useMemo(() => {
    const inputs = new Set(protection?.inputs.map(({ tagId }) => tagId) ?? []);
    return findWorkTags(aliases.data ?? [], inputs);
  }, [aliases.data, protection]);
  const isMissing = protections.data !== undefined && protection === undefined;
  if (!/^[1-9]\d*$/.test(text) || isUnknown(twin.error) || isMissing || !isWorkMode(mode)) {
    return <UnknownRecord />;
  }
  const path = `/apps/twins/${twinId}/protections/${id}/work`;
  return (
    <Page
      title={protection?.name ?? 'Work'}
      breadcrumbs={[twinsCrumb, { label: twin.data?.assetName ?? 'Twin', to: monitorPath(twinId) }]}
      state={protection ? <LevelChip level={protection.level} muted={!protection.active} /> : null}
      tabs={<LinkTabs label="Twin" tabs={twinTabs(twinId)} />}
    >
      <Loaded query={protections} rows={12} fallback="The protection could not be loaded.">
        {() => (
          <Loaded query={aliases} rows={12} fallback="The inputs of the twin could not be loaded.">
            {() => (
              <WorkOrNone
                tags={tags}
                modes={{ shown: mode, to: (next) => (next === 'all' ? path : `${path}/${next}`) }}
                fileName={`${protection?.name ?? 'Protection'} work`}
                hint="The logic of the protection uses no input of type work that is mapped to a tag."
                twinId={twinId}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function WorkOrNone({
  tags,
  modes,
  fileName,
  hint,
  twinId,
}: {
  tags: readonly WorkTag[];
  /** The mode in the URL, and links to the other modes. */
  modes?: { shown: WorkMode; to: (mode: WorkMode) => string };
  fileName: string;
  hint: string;
  twinId: number;
}): ReactNode {
  if (tags.length === 0) {
    return (
      <EmptyState
        title="No work input is mapped."
        hint={hint}
        action={<TextLink to={mappingPath(twinId)}>Map the inputs</TextLink>}
      />
    );
  }
  if (modes === undefined) return <WorkView tags={tags} fileName={fileName} />;
  return (
    <WorkView
      tags={tags}
      mode={modes.shown}
      fileName={fileName}
      modes={
        <SegmentedControl
          label="Work shown"
          value={modes.shown}
          segments={workModes.map((mode) => ({ value: mode, label: modeLabels[mode], to: modes.to(mode) }))}
        />
      }
    />
  );
}
