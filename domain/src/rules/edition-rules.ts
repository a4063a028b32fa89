import { editionSettings } from '@twinward/contracts/system/edition';
import { emailOrWebAddress } from './help-rules.ts';
import { schemaRule } from './schema-rules.ts';

/** The rules of the edition's settings, for forms and calls alike. */
export const editionRules = {
  assetLimit: [schemaRule(editionSettings.shape.assetLimit)],
  upgradeAddress: [schemaRule(editionSettings.shape.upgradeAddress), emailOrWebAddress],
};
