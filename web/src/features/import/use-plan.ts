import type { ImportTarget } from '@twinward/contracts/signals/import';
import { useEffect, useMemo, useState } from 'react';
import type { ChosenTag } from '../../shared/pickers/tag-picker.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { useUnits } from '../../shared/units/use-display-unit.ts';
import { useOpenAsset, useOpenInputs, useOpenTwin, useTagsNamed } from './api/use-targets.ts';
import type { CsvReading, DateOrder } from './csv-preview.ts';
import type { ImportDraft } from './import-draft.ts';
import { readTagNames } from './read-head.ts';
import {
  baseName,
  describePlan,
  type FileSignal,
  mostSignals,
  namesToFind,
  proposeChoice,
  readSignals,
  type SignalChoice,
  toUniqueId,
} from './signals.ts';

/** The page behind the dialog. */
export interface ImportPlace {
  twinId: number | null;
  assetId: number | null;
  tag: ChosenTag | null;
}

export interface ImportPlan {
  signals: readonly FileSignal[];
  choices: readonly SignalChoice[];
  target: ImportTarget | null;
  offered: readonly { target: ImportTarget; label: string }[];
  /** Whether the data for proposals are loading. */
  isPending: boolean;
  /** The effects of the import, one sentence each. */
  sentences: readonly string[];
}

const noNames: readonly string[] = [];

/** The matches of the file's signals and the effects of the import: the proposals with the user's changes. */
export function usePlan(
  draft: ImportDraft,
  reading: CsvReading | null,
  dateOrder: DateOrder | null,
  place: ImportPlace,
): ImportPlan {
  const { file, head, timeZone, decimalSign } = draft;
  const units = useUnits();
  const mayCreateTwins = useAccess('write:twin');
  const mayCreateAssets = useAccess('write:asset') && mayCreateTwins;
  const openTwin = useOpenTwin(place.twinId);
  const openAsset = useOpenAsset(place.assetId);
  const openInputs = useOpenInputs(place.twinId);
  const twin = openTwin.data;
  const asset = openAsset.data;
  const tagNames = useTagNames(draft, reading);
  const all = useMemo(
    () =>
      file === null || head === null || reading === null
        ? []
        : readSignals(head, reading, {
            fileName: file.name,
            timeZone,
            dateOrder,
            decimalSign,
            units: units.data ?? [],
            tagNames,
          }),
    [file, head, reading, timeZone, dateOrder, decimalSign, units.data, tagNames],
  );
  const signals = all.slice(0, mostSignals);

  const offered: ImportPlan['offered'] = [
    ...(mayCreateTwins && twin
      ? [{ target: { type: 'twin', twinId: twin.id } as const, label: `Twin ${twin.assetName}` }]
      : []),
    ...(mayCreateTwins && asset
      ? [{ target: { type: 'asset', assetId: asset.id } as const, label: `Asset ${asset.assetName}` }]
      : []),
    ...(mayCreateAssets && file
      ? [
          {
            target: {
              type: 'new',
              assetName: baseName(file.name),
              uniqueId: toUniqueId(baseName(file.name)),
            } as const,
            label: 'New asset with a twin',
          },
        ]
      : []),
  ];
  const wanted = draft.target === undefined ? (offered[0]?.target ?? null) : draft.target;
  const findAssetName = (target: ImportTarget | null) =>
    target === null
      ? null
      : target.type === 'new'
        ? target.assetName.trim()
        : ((target.type === 'twin' ? twin?.assetName : asset?.assetName) ?? null);
  const known = {
    form: reading?.form ?? null,
    inputs: openInputs.data ?? [],
    openedTag: place.tag,
    assetName: findAssetName(wanted),
  };
  const found = useTagsNamed(namesToFind(signals, known));
  const tags = new Map(found.tags.map((tag) => [tag.name, tag]));
  const choices = signals.map(
    (signal) => draft.choices.get(signal.name) ?? proposeChoice(signal, { ...known, tags }),
  );
  // Without a new tag, no target is needed unless the user has chosen one.
  const target = draft.target === undefined && !choices.some(({ kind }) => kind === 'new') ? null : wanted;
  return {
    signals,
    choices,
    target,
    offered,
    isPending:
      signals.length > 0 &&
      [units, openTwin, openAsset, openInputs, found].some(({ isLoading }) => isLoading),
    sentences: describePlan(choices, target, findAssetName(target) ?? '', all.length > mostSignals),
  };
}

/** The tag names of a long file. Reads one more than the maximum to detect that there are more. */
function useTagNames({ file, head }: ImportDraft, reading: CsvReading | null): readonly string[] {
  const [names, setNames] = useState(noNames);
  const column = reading?.layout?.form === 'long' ? reading.layout.tag : null;
  useEffect(() => {
    setNames(noNames);
    if (file === null || head === null || column === null) return undefined;
    let isCurrent = true;
    void readTagNames(file, head, column, mostSignals + 1).then((found) => {
      if (isCurrent) setNames(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [file, head, column]);
  return names;
}
