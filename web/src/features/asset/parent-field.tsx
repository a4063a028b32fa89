import type { ReactNode } from 'react';
import { AssetField, type ChosenAsset } from '../../shared/pickers/asset-field.tsx';

export type Place = ChosenAsset;

/** A field for the parent of an asset; empty at the top level. */
export function ParentField({
  value,
  self,
  error,
  disabled,
  onChange,
}: {
  value: Place | null;
  /** The asset itself, which can't be its own parent; null for a new one. */
  self: number | null;
  error?: string | undefined;
  disabled?: boolean;
  onChange: (place: Place | null) => void;
}): ReactNode {
  return (
    <AssetField
      label="Parent location"
      hint="Leave empty for top level."
      value={value}
      except={self}
      error={error}
      disabled={disabled ?? false}
      onChange={onChange}
    />
  );
}
