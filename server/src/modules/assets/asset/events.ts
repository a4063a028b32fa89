import { defineEffect } from '../../../platform/events.ts';

/** What the risk of assets follows from changed: taxonomy, twin, probability, consequence or measured MTBF. */
export const riskInputsChanged = defineEffect<{ assetIds: readonly number[] }>('riskInputs.changed');

/** An asset is about to be deleted. */
export const assetDeleting = defineEffect<{ assetId: number }>('asset.deleting');
