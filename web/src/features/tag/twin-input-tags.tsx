import { mdiDeleteOutline, mdiDeleteSweepOutline, mdiLinkVariant, mdiPencilOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { JobStatus } from '@twinward/contracts/signals/tag';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { explorePath, mappingPath } from '../../shared/address/paths.ts';
import { useTag } from '../../shared/api/queries/use-tag.ts';
import { useTwinTagAliases } from '../../shared/api/queries/use-twin-tag-aliases.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { TagDialog } from '../../shared/tag/tag-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import type { Action } from '../../ui/page/actions-menu.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { AliasDialog } from './aliases/alias-dialog.tsx';
import { DeleteAlias } from './aliases/delete-alias.tsx';
import { DeletePoints } from './aliases/delete-points.tsx';
import { importText } from './aliases/import-text.ts';
import { useTagStatuses } from './api/get-tag-status.ts';
import { latestColumns } from './latest-columns.tsx';

/** The open dialog of an input or of its tag. */
type Doing = { what: 'new' } | { what: 'edit' | 'delete' | 'edit-tag' | 'delete-points'; alias: TagAlias };

/** The inputs of a twin: their definitions, tags and latest values. */
export function TwinInputTags({ twinId }: { twinId: number }): ReactNode {
  const aliases = useTwinTagAliases(twinId);
  const mayWrite = useAccess('write:twin');
  const [doing, setDoing] = useState<Doing | null>(null);
  return (
    <Section
      title="Inputs"
      aside={
        <Stack direction="row" sx={{ gap: 2 }}>
          <Button component={Link} to={mappingPath(twinId)} startIcon={<Icon path={mdiLinkVariant} />}>
            Mapping
          </Button>
          {mayWrite ? <AddButton onClick={() => setDoing({ what: 'new' })}>New input</AddButton> : null}
        </Stack>
      }
    >
      <Loaded query={aliases} rows={8} fallback="The inputs could not be loaded.">
        {(records) =>
          records.length === 0 ? (
            <EmptyState
              title="No inputs yet."
              hint="Inputs name the signals that protections and calculations use."
            />
          ) : (
            <InputTable twinId={twinId} aliases={records} onDo={setDoing} />
          )
        }
      </Loaded>
      <Dialogs twinId={twinId} doing={doing} onClose={() => setDoing(null)} />
    </Section>
  );
}

function InputTable({
  twinId,
  aliases,
  onDo,
}: {
  twinId: number;
  aliases: readonly TagAlias[];
  onDo(doing: Doing): void;
}): ReactNode {
  const mayWriteTwin = useAccess('write:twin');
  const mayWriteTag = useAccess('write:tag');
  const tagIds = aliases.flatMap(({ mappedTagId }) => (mappedTagId === null ? [] : [mappedTagId]));
  const statuses = useTagStatuses([...new Set(tagIds)]);
  const imports = new Map(statuses.map(({ id, dataImportJobStatus }) => [id, dataImportJobStatus]));
  const listActions = (alias: TagAlias): Action[] => {
    const { mappedTagId } = alias;
    const ofTag: Action[] =
      mayWriteTag && mappedTagId !== null
        ? [
            {
              label: 'Edit tag',
              icon: mdiPencilOutline,
              onChoose: () => onDo({ what: 'edit-tag', alias }),
            },
            ...(alias.type === 'work'
              ? []
              : [
                  {
                    label: 'Delete points',
                    icon: mdiDeleteSweepOutline,
                    onChoose: () => onDo({ what: 'delete-points', alias }),
                  },
                ]),
          ]
        : [];
    if (!mayWriteTwin) return ofTag;
    return [
      { label: 'Edit input', icon: mdiPencilOutline, onChoose: () => onDo({ what: 'edit', alias }) },
      { label: 'Map', icon: mdiLinkVariant, to: mappingPath(twinId, mappedTagId ?? undefined) },
      ...ofTag,
      { label: 'Delete input', icon: mdiDeleteOutline, onChoose: () => onDo({ what: 'delete', alias }) },
    ];
  };
  return (
    <DataTable<TagAlias>
      label="Inputs"
      columns={buildColumns(twinId, imports)}
      rows={aliases}
      rowKey={(alias) => alias.id}
      {...(mayWriteTwin || mayWriteTag
        ? { actions: { label: ({ name }) => `Actions for ${name}`, of: listActions } }
        : {})}
    />
  );
}

function Dialogs({
  twinId,
  doing,
  onClose,
}: {
  twinId: number;
  doing: Doing | null;
  onClose(): void;
}): ReactNode {
  if (doing === null) return null;
  if (doing.what === 'new') return <AliasDialog twinId={twinId} alias={null} onClose={onClose} />;
  const { what, alias } = doing;
  if (what === 'edit') return <AliasDialog twinId={twinId} alias={alias} onClose={onClose} />;
  if (what === 'delete') return <DeleteAlias alias={alias} onClose={onClose} />;
  const tag = { id: alias.mappedTagId!, name: alias.mappedTagName ?? '' };
  if (what === 'delete-points') return <DeletePoints tag={tag} onClose={onClose} />;
  return <EditTag tagId={tag.id} onClose={onClose} />;
}

/** The tag dialog, once the tag is loaded. */
function EditTag({ tagId, onClose }: { tagId: number; onClose(): void }): ReactNode {
  const tag = useTag(tagId);
  return tag.data === undefined ? null : (
    <TagDialog tag={tag.data} assetIds={tag.data.assetIds} onClose={onClose} />
  );
}

const buildColumns = (twinId: number, imports: ReadonlyMap<number, JobStatus | null>): Column<TagAlias>[] => [
  { id: 'name', header: 'Input', phoneWidth: '30%', cell: ({ name }) => <span title={name}>{name}</span> },
  {
    id: 'tag',
    header: 'Tag',
    cell: ({ type, mappedTagId, mappedTagName }) => {
      if (mappedTagId === null) return <TextLink to={mappingPath(twinId)}>Not mapped</TextLink>;
      if (type === 'work') return mappedTagName;
      return <TextLink to={explorePath(twinId, mappedTagId)}>{mappedTagName}</TextLink>;
    },
  },
  { id: 'description', header: 'Description', wide: true, cell: ({ description }) => description },
  {
    id: 'import',
    header: 'Import',
    wide: true,
    width: '12%',
    cell: ({ mappedTagId }) => importText(imports.get(mappedTagId ?? 0)),
  },
  ...latestColumns,
];
