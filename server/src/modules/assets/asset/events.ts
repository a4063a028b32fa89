import { defineEffect } from '../../../platform/events.ts';

/** An input of the assets' risk changed: taxonomy, twin, probability, consequence or measured MTBF. */
export const riskInputsChanged = defineEffect<{ assetIds: readonly number[] }>('riskInputs.changed');

/** The time from which an asset is out of service changed; emitted for assets with a twin. */
export const outOfServiceChanged = defineEffect<{ twinId: number }>('asset.outOfServiceChanged');

/** An asset is about to be deleted. */
export const assetDeleting = defineEffect<{ assetId: number }>('asset.deleting');
