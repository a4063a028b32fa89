import { z } from 'zod';
import { text } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('System');

/** The two editions: ara, for risk analyses only, and apm, the whole product with twins. */
const editions = ['ara', 'apm'] as const;
export type Edition = (typeof editions)[number];

/** Maximum number of assets in an analysis, in any edition. */
const mostAssetsPerAnalysis = 100_000;

export const editionSettings = z
  .strictObject({
    edition: z.enum(editions),
    assetLimit: z
      .number()
      .int()
      .min(1)
      .max(mostAssetsPerAnalysis)
      .describe('Maximum number of assets in an analysis in ara, by tier'),
    canAddAsset: z.boolean().default(true).describe('Whether assets can be added to analyses'),
    canDeleteAsset: z.boolean().default(true).describe('Whether assets can be removed from analyses'),
    upgradeAddress: text(300)
      .default('')
      .describe('E-mail or web address for upgrades of ara; empty for none'),
  })
  .meta({ id: 'EditionSettings' });
export type EditionSettings = z.infer<typeof editionSettings>;
export const defaultEdition: EditionSettings = {
  edition: 'apm',
  assetLimit: 100,
  canAddAsset: true,
  canDeleteAsset: true,
  upgradeAddress: '',
};

/** Maximum number of assets in an analysis. */
export function getAssetLimit({ edition, assetLimit }: EditionSettings): number {
  return edition === 'ara' ? assetLimit : mostAssetsPerAnalysis;
}

/** The message when an analysis is full. */
export const assetLimitReached = (limit: number): string =>
  `You have reached your maximum limit of ${limit} assets for the analysis at this tier - you can easily upgrade to get more!`;

export const noAssetsAdded = 'Assets cannot be added to analyses at this tier.';
export const noAssetsRemoved = 'Assets cannot be removed from analyses at this tier.';

export const getEdition = defineRoute('GET /api/settings/system/edition', {
  access: 'signed-in',
  summary: 'Get the edition of the product and its limits',
  response: editionSettings,
});

export const setEdition = defineRoute('POST /api/settings/system/edition', {
  access: 'system',
  summary: 'Update the edition of the product',
  body: editionSettings,
  response: editionSettings,
});
