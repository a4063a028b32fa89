import { z } from 'zod';
import { text } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** The two environments: ara, the tool for risk analyses alone, and apm, the whole product with its twins. */
export const editions = ['ara', 'apm'] as const;
export type Edition = (typeof editions)[number];

/** Most assets that an analysis of any edition may hold. */
export const mostAssetsPerAnalysis = 100_000;

export const editionSettings = z
  .strictObject({
    edition: z.enum(editions),
    assetLimit: z
      .number()
      .int()
      .min(1)
      .max(mostAssetsPerAnalysis)
      .describe('Assets that an analysis may hold in ara, by the tier'),
    canAddAsset: z.boolean().default(true).describe('Whether assets may be added to analyses'),
    canDeleteAsset: z.boolean().default(true).describe('Whether assets may be removed from analyses'),
    upgradeAddress: text(300)
      .default('')
      .describe('Where ara leads to upgrade: an e-mail or a web address; empty: nowhere'),
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

/** How many assets an analysis may hold. */
export function assetLimitOf({ edition, assetLimit }: EditionSettings): number {
  return edition === 'ara' ? assetLimit : mostAssetsPerAnalysis;
}

/** Said where an analysis is full. */
export const assetLimitReached = (limit: number): string =>
  `You have reached your maximum limit of ${limit} assets for the analysis at this tier - you can easily upgrade to get more!`;

export const noAssetsAdded = 'Assets cannot be added to analyses at this tier.';
export const noAssetsRemoved = 'Assets cannot be removed from analyses at this tier.';

export const getEdition = defineRoute({
  method: 'GET',
  path: '/api/settings/system/edition',
  access: 'signed-in',
  tag: 'System',
  summary: 'Which edition of the product the database has, and what it may hold',
  response: editionSettings,
});

export const setEdition = defineRoute({
  method: 'POST',
  path: '/api/settings/system/edition',
  access: 'system',
  tag: 'System',
  summary: 'Choose the edition of the product',
  body: editionSettings,
  response: editionSettings,
});
