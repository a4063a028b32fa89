import type { AssetDetail } from '@twinward/contracts/assets/asset';
import type { ReactNode } from 'react';
import { AssetMtbf } from './asset-mtbf.tsx';

/** A part of an asset's page, of which other matters than the asset's own fields are told. */
export type AssetSection = (props: { asset: AssetDetail }) => ReactNode;

/** The parts that stand beside an asset's fields, in order; each a component with its own heading. */
export const assetSections: readonly AssetSection[] = [AssetMtbf];
