import type { Asset } from '@twinward/contracts/assets/asset';
import { type ReactNode, useState } from 'react';
import { usePaused } from '../../ui/form/use-paused.ts';
import { useFoundEquipment } from '../api/queries/use-equipment.ts';
import { SearchedPicker } from './searched-picker.tsx';

/** A multiple choice of equipment, or of any assets, searched by name or id. */
export function EquipmentPicker({
  value,
  anyAsset = false,
  hint = 'Equipment, by name or id',
  onChange,
}: {
  value: readonly Asset[];
  /** Whether sites, areas and the like can be chosen too. */
  anyAsset?: boolean;
  hint?: string;
  onChange(value: Asset[]): void;
}): ReactNode {
  const [text, setText] = useState('');
  const found = useFoundEquipment(usePaused(text.trim(), 100), anyAsset);
  return (
    <SearchedPicker
      label="Assets"
      hint={hint}
      noneText={anyAsset ? 'No asset with that name.' : 'No equipment with that name.'}
      value={value}
      text={text}
      options={found.data?.records ?? []}
      loading={found.isFetching}
      toName={toName}
      onType={setText}
      onChange={onChange}
    />
  );
}

const toName = ({ assetName, uniqueId }: Asset): string => `${assetName} (${uniqueId})`;
