import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { MappingTarget, StreamMapping } from '@twinward/contracts/connections/mapping';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { isUnknown, UnknownRecord } from '../../../shared/address/unknown-record.tsx';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { useUnsavedGuard } from '../../../ui/form/use-unsaved-guard.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { useSaveMapping, useStreamMapping } from '../api/records.ts';
import { ConnectionScreen, type ShownConnection } from '../connection-screen.tsx';
import { recordsPath } from '../connection-words.ts';
import { ClassList } from './class-list.tsx';
import {
  constantSource,
  findSource,
  type MappingDraft,
  sourceChoices,
  withRule,
  withSource,
} from './mapping-draft.ts';
import { PreviewSection } from './preview-section.tsx';
import { useSample } from './use-sample.ts';
import { ValuesDialog } from './values-dialog.tsx';

/** `/settings/connections/{id}/records/{stream}`: maps remote fields to local fields. */
export const MappingPage = (): ReactNode => (
  <ConnectionScreen>{(shown) => <Stream {...shown} />}</ConnectionScreen>
);

function Stream({ connection }: ShownConnection): ReactNode {
  const stream = useParams().stream ?? '';
  const mapping = useStreamMapping(connection.id, stream);
  if (isUnknown(mapping.error)) return <UnknownRecord />;
  return (
    <Loaded query={mapping} rows={12} fallback="The mapping could not be loaded.">
      {(found) => <Mapping key={found.stream} connectionId={connection.id} mapping={found} />}
    </Loaded>
  );
}

const toDraft = ({ rules, classes }: StreamMapping): MappingDraft => ({ rules, classes });

const texts = {
  rules: {
    label: 'Fields',
    text: (rules: MappingDraft['rules']) =>
      rules.map(({ to, from }) => `${to}: ${from ?? 'a constant'}`).join(', '),
  },
  classes: {
    label: 'Classes by type code',
    text: (classes: MappingDraft['classes']) => classes.map(({ code }) => code).join(', '),
  },
};

function Mapping({ connectionId, mapping }: { connectionId: number; mapping: StreamMapping }): ReactNode {
  const saving = useSaveMapping(connectionId, mapping.stream);
  const sample = useSample(connectionId, mapping.stream);
  const edit = useVersioned<StreamMapping, MappingDraft>({
    what: 'The mapping',
    record: mapping,
    toDraft,
    texts,
    send: (draft, base) => saving.mutateAsync({ ...draft, version: base.version }),
  });
  const guard = useUnsavedGuard(edit.isDirty);
  const { draft, change } = edit;
  const { targets, fields, kind, label } = mapping;
  return (
    <Stack spacing={5}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 3 }}>
        <Box sx={{ flex: 1, minWidth: 240 }}>
          <TextLink to={recordsPath(connectionId)} variant="body2">
            Records
          </TextLink>
          <Muted>
            Applies to records that are read from now on. Mapped fields are owned by the other system and are
            read-only in Twinward.
          </Muted>
        </Box>
        {edit.isDirty ? <Box sx={{ color: 'text.secondary' }}>Unsaved changes</Box> : null}
        <Button disabled={!edit.isDirty} onClick={edit.discard}>
          Discard
        </Button>
        <Button variant="contained" loading={edit.isSaving} onClick={() => void edit.save()}>
          Save mapping
        </Button>
      </Stack>
      <ErrorState error={edit.failure} fallback="The mapping could not be saved." />
      <Section title={`Fields of ${label}`}>
        <Box sx={grid}>
          {targets.map((target) => (
            <TargetField
              key={target.name}
              target={target}
              draft={draft}
              fields={fields}
              records={sample.records}
              onChange={(rules) => change({ rules })}
            />
          ))}
        </Box>
      </Section>
      {kind === 'asset' ? (
        <ClassList
          classes={draft.classes}
          records={sample.records}
          onChange={(classes) => change({ classes })}
        />
      ) : null}
      <PreviewSection sample={sample} draft={draft} targets={targets} />
      {edit.dialog}
      {guard.dialog}
    </Stack>
  );
}

/** Edits the source of a local field: a remote field, a constant or none, and its value mappings. */
function TargetField({
  target,
  draft: { rules },
  fields,
  records,
  onChange,
}: {
  target: MappingTarget;
  draft: MappingDraft;
  fields: StreamMapping['fields'];
  records: ReturnType<typeof useSample>['records'];
  onChange(rules: MappingDraft['rules']): void;
}): ReactNode {
  const [isListing, setIsListing] = useState(false);
  const rule = rules.find(({ to }) => to === target.name);
  const source = findSource(rules, target.name);
  const listed = rule?.values.length ?? 0;
  return (
    <Box sx={{ minWidth: 0 }}>
      <SelectField
        label={target.isRequired ? `${target.label} (required)` : target.label}
        hint={target.help || undefined}
        error={target.isRequired && source === '' ? 'Required.' : undefined}
        value={source}
        choices={sourceChoices(fields)}
        onChange={(event) => onChange(withSource(rules, target.name, event.target.value))}
      />
      {rule !== undefined && source === constantSource ? (
        <Box sx={{ pt: 2 }}>
          {target.choices.length > 0 ? (
            <SelectField
              label={`Constant of ${target.label}`}
              value={rule.constant}
              choices={[
                { value: '', label: 'Choose…' },
                ...target.choices.map((choice) => ({ value: choice, label: choice })),
              ]}
              onChange={(event) => onChange(withRule(rules, { ...rule, constant: event.target.value }))}
            />
          ) : (
            <Field
              label={`Constant of ${target.label}`}
              value={rule.constant}
              onChange={(event) => onChange(withRule(rules, { ...rule, constant: event.target.value }))}
            />
          )}
        </Box>
      ) : null}
      {rule !== undefined && rule.from !== null && target.kind !== 'time' && target.kind !== 'number' ? (
        <Button aria-label={`Values of ${target.label}`} onClick={() => setIsListing(true)} sx={{ mt: 0.5 }}>
          {listed === 0 ? 'Values unchanged' : listed === 1 ? '1 value' : `${listed} values`}
        </Button>
      ) : null}
      {isListing && rule !== undefined ? (
        <ValuesDialog
          target={target}
          rule={rule}
          records={records}
          onApply={(values) => {
            onChange(withRule(rules, { ...rule, values }));
            setIsListing(false);
          }}
          onClose={() => setIsListing(false)}
        />
      ) : null}
    </Box>
  );
}

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
  columnGap: 6,
  rowGap: 4,
  alignItems: 'start',
} as const;
