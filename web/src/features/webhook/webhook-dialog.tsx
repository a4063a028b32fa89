import type { Asset } from '@twinward/contracts/assets/asset';
import {
  type CreatedWebhook,
  type Webhook,
  type WebhookEvent,
  webhookChange,
  webhookEvents,
} from '@twinward/contracts/connections/webhook';
import type { TwinSummary } from '@twinward/contracts/twins/twin';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useAssetsById } from '../../shared/api/queries/use-equipment.ts';
import { useTwinsById } from '../../shared/api/queries/use-twins.ts';
import { EquipmentPicker } from '../../shared/pickers/equipment-picker.tsx';
import { TwinPicker } from '../../shared/pickers/twin-picker.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { CheckList } from '../../ui/form/check-list.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { Muted } from '../../ui/page/muted.tsx';
import { useCreateWebhook, useUpdateWebhook } from './api.ts';
import { eventLabels } from './webhook-words.ts';

const rules = schemaRules(webhookChange.shape, ['name', 'url', 'events', 'minimumLevel']);
const none: readonly TwinSummary[] = [];
const events = webhookEvents.map((value) => ({ value, label: eventLabels[value] }));

/** The form of a new or existing webhook. */
export function WebhookDialog({
  webhook,
  onCreated,
  onClose,
}: {
  webhook: Webhook | null;
  onCreated: (created: CreatedWebhook) => void;
  onClose: () => void;
}): ReactNode {
  const create = useCreateWebhook();
  const update = useUpdateWebhook();
  const [first] = useState(() => toDraft(webhook));
  const form = useDraft(first, ({ name, url, events, minimumLevel }) =>
    fieldMessages({ name, url, events, minimumLevel }, rules),
  );
  const { draft, problems, change } = form;
  const maySeeAssets = useAccess('apps');
  const foundAssets = useAssetsById(maySeeAssets ? first.assetIds : []);
  const [chosenAssets, setChosenAssets] = useState<readonly Asset[] | null>(null);
  const assets = maySeeAssets ? (chosenAssets ?? foundAssets.data ?? null) : null;
  const firstTwins = useTwinsById(maySeeAssets ? first.twinIds : []);
  const [chosenTwins, setChosenTwins] = useState<readonly TwinSummary[] | null>(null);
  const foundTwins = first.twinIds.length === 0 ? none : firstTwins.data?.records;
  const twins = maySeeAssets ? (chosenTwins ?? foundTwins ?? null) : null;
  const unseen = unseenIn(draft, { assets: assets !== null, twins: twins !== null });
  const saving = webhook ? update : create;
  const save = () => {
    if (webhook) update.mutate({ id: webhook.id, ...draft }, { onSuccess: onClose });
    else create.mutate(draft, { onSuccess: onCreated });
  };
  return (
    <FormDialog
      title={webhook?.name ?? 'Add webhook'}
      action={webhook ? 'Save webhook' : 'Add webhook'}
      form={form}
      onSubmit={save}
      saving={saving}
      fallback="The webhook could not be saved."
      onClose={onClose}
    >
      <Field label="Name" required {...form.text('name')} />
      <Field
        label="Address"
        hint="Example: https://receiver.plant.example/hook"
        required
        {...form.text('url')}
      />
      <CheckList
        label="Events"
        hint={problems.events ?? 'Events to send to the receiver.'}
        choices={events}
        value={draft.events}
        onChange={(chosen) => change({ events: chosen as WebhookEvent[] })}
      />
      <NumberField
        label="From level"
        hint="0 to 1000. Leave empty for all levels."
        {...form.input('minimumLevel')}
      />
      {twins === null ? null : (
        <TwinPicker
          value={twins}
          hint="By name or id. Leave twins and assets empty for all twins."
          onChange={(next) => {
            setChosenTwins(next);
            change({ twinIds: next.map(({ id }) => id) });
          }}
        />
      )}
      {assets === null ? null : (
        <EquipmentPicker
          anyAsset
          value={assets}
          hint="Includes the twins of these assets and of all assets below them"
          onChange={(next) => {
            setChosenAssets(next);
            change({ assetIds: next.map(({ id }) => id) });
          }}
        />
      )}
      {unseen === null ? null : <Muted>{unseen}</Muted>}
    </FormDialog>
  );
}

/** The part of the twin selection that the form does not show, or null. */
function unseenIn(
  { twinIds, assetIds }: ReturnType<typeof toDraft>,
  shows: { twins: boolean; assets: boolean },
): string | null {
  const unseen = [
    ...(twinIds.length > 0 && !shows.twins ? [`Chosen twins: ${twinIds.length}.`] : []),
    ...(assetIds.length > 0 && !shows.assets ? [`Assets, with all below them: ${assetIds.length}.`] : []),
  ];
  if (unseen.length > 0) return unseen.join(' ');
  return shows.twins && shows.assets ? null : 'Sends events of all twins.';
}

const toDraft = (webhook: Webhook | null) => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  events: webhook?.events ?? [...webhookEvents],
  minimumLevel: webhook?.minimumLevel ?? null,
  twinIds: webhook?.twinIds ?? [],
  assetIds: webhook?.assetIds ?? [],
});
