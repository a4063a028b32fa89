import { defineEffect } from '../../../platform/events.ts';

/** What the risk of assets follows from changed: taxonomy, twin, probability, consequence or measured MTBF. */
export const riskInputsChanged = defineEffect<{ assetIds: readonly number[] }>('riskInputs.changed');

/** The time at which an asset goes out of service changed; emitted for assets with a twin. */
export const outOfServiceChanged = defineEffect<{ twinId: number }>('asset.outOfServiceChanged');

/** An asset is about to be deleted. */
export const assetDeleting = defineEffect<{ assetId: number }>('asset.deleting');
