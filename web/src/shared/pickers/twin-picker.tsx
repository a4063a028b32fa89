import type { TwinSummary } from '@twinward/contracts/twins/twin';
import { type ReactNode, useState } from 'react';
import { usePaused } from '../../ui/form/use-paused.ts';
import { useFoundTwins } from '../api/queries/use-twins.ts';
import { SearchedPicker } from './searched-picker.tsx';

/** A multiple choice of twins, searched by name or id of their assets. */
export function TwinPicker({
  value,
  hint,
  onChange,
}: {
  value: readonly TwinSummary[];
  hint: string;
  onChange(value: TwinSummary[]): void;
}): ReactNode {
  const [text, setText] = useState('');
  const found = useFoundTwins(usePaused(text.trim(), 100));
  return (
    <SearchedPicker
      label="Twins"
      hint={hint}
      noneText="No twin with that name."
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

const toName = ({ assetName, assetUniqueId }: TwinSummary): string => `${assetName} (${assetUniqueId})`;
