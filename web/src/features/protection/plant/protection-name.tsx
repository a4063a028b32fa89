import type { ReactNode } from 'react';

/**
 * A protection's name. Shows its asset below if the list has no asset column (on a phone, or beside an open
 * protection).
 */
export function ProtectionName({
  name,
  assetName,
  isNarrow = false,
  isSetAside = false,
}: {
  name: string;
  assetName: string;
  isNarrow?: boolean;
  isSetAside?: boolean;
}): ReactNode {
  return (
    <span title={`${name}, ${assetName}`}>
      {name}
      <span className={`secondary line-below ${isNarrow ? '' : 'phone-only'}`}>{assetName}</span>
      {isSetAside ? <span className="secondary line-below">Evaluation stopped </span> : null}
    </span>
  );
}
