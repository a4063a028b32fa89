import { editionSettings } from '@twinward/contracts/system/edition';
import { emailOrWebAddress } from './help-rules.ts';
import { ruleOf } from './schema-rules.ts';

/** The rules of the edition's settings, for forms and calls alike. */
export const editionRules = {
  assetLimit: [ruleOf(editionSettings.shape.assetLimit)],
  upgradeAddress: [ruleOf(editionSettings.shape.upgradeAddress), emailOrWebAddress],
};
