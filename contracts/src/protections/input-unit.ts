import { z } from 'zod';
import { listCall } from '../core/list.ts';
import { id, text } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { inputUnits } from '../signals/tag.ts';

const defineRoute = routeGroup('Tag aliases');

/** Logic of a threshold or calculated tag that compares an input with numbers. */
const limits = z.object({
  name: z.string(),
  logic: z.string(),
  converted: z
    .string()
    .describe('The logic with its numbers in the new unit; unchanged if no number needs conversion'),
  byHand: z.array(z.string()).describe('Parts of the logic that must be converted by hand'),
});

/** The effects of a new unit of an input on the logic that reads it. */
export const inputUnitChange = z
  .object({
    isConvertible: z.boolean().describe('Whether values can be converted from the old unit to the new one'),
    protections: z
      .array(
        z.object({
          id,
          name: z.string(),
          thresholds: z.array(limits.extend({ id })).describe('Thresholds that read the input'),
        }),
      )
      .describe('Protections that will be re-evaluated, by name'),
    calculatedTags: z
      .array(limits.extend({ id }))
      .describe('Calculated tags that will be recalculated, by name'),
  })
  .meta({ id: 'InputUnitChange' });
export type InputUnitChange = z.infer<typeof inputUnitChange>;

export const previewInputUnit = defineRoute('POST /api/tag-aliases/:id/unit-change', {
  access: 'apps',
  reads: true,
  summary: 'Preview the effects of a new unit on the logic that reads the alias. Nothing is changed',
  body: z.strictObject({ unit: text(50).nullable().describe('UCUM code') }),
  response: inputUnitChange,
});

/** The effects of a new unit of a tag on everything that reads it. */
export const tagUnitEffects = z
  .object({
    inputs: z
      .array(
        z.object({
          id,
          name: z.string(),
          ownerName: z.string().describe('Name of the twin’s asset or of the calculated tag'),
          unit: z.string().nullable().describe('UCUM code of the unit in which the tag will be read'),
          problem: z.string().nullable().describe('Why the change would be refused; null if it is possible'),
        }),
      )
      .describe('Inputs that read the tag'),
    protections: z
      .array(z.object({ id, name: z.string(), twinId: id, assetName: z.string() }))
      .describe('Protections with changed values, which will be re-evaluated; by asset and name'),
    calculatedTags: z
      .array(z.object({ id, name: z.string() }))
      .describe('Calculated tags with changed values, which will be recalculated; by name'),
  })
  .meta({ id: 'TagUnitEffects' });
export type TagUnitEffects = z.infer<typeof tagUnitEffects>;

export const previewTagUnit = defineRoute('POST /api/tags/:id/unit-change', {
  access: 'apps',
  reads: true,
  tag: 'Tags',
  summary: 'Preview the effects of a new unit on everything that reads the tag. Nothing is changed',
  body: z.strictObject({
    unit: text(50).nullable().describe('UCUM code'),
    inputUnits: inputUnits.default('keep'),
  }),
  response: tagUnitEffects,
});

/** An input whose unit was replaced by the unit of its tag during an upgrade, without converting values. */
export const unitReview = z
  .object({
    id: id.describe('Id of the input'),
    name: z.string(),
    twinId: id.nullable(),
    calculatedTagId: id.nullable(),
    ownerName: z.string().describe('Name of the twin’s asset or of the calculated tag'),
    tagId: id.nullable().describe('Id of the tag to which the input is mapped now; null if it is not mapped'),
    tagName: z.string().nullable(),
    oldUnit: z.string().describe('UCUM code before the upgrade; values were never converted to it'),
    newUnit: z.string().describe('UCUM code of the tag at the upgrade'),
    unit: z.string().nullable().describe('UCUM code of the current unit of the input; null without a unit'),
    protections: z
      .array(z.object({ id, name: z.string() }))
      .describe('Protections that read the input, by name'),
    createdAt: z.iso.datetime(),
    reviewedAt: z.iso.datetime().nullable(),
    reviewedBy: z.string().nullable(),
  })
  .meta({ id: 'UnitReview' });
export type UnitReview = z.infer<typeof unitReview>;

export const listUnitReviews = defineRoute('POST /api/tag-aliases/unit-reviews/filters', {
  access: 'write:protection',
  summary:
    'List inputs whose unit was replaced by the unit of their tag during an upgrade. Fields: Id, Name, TwinId, OwnerName, TagName, OldUnit, NewUnit, IsReviewed, CreatedAt',
  ...listCall,
  response: z.array(unitReview),
});

export const updateUnitReview = defineRoute('PUT /api/tag-aliases/unit-reviews/:id', {
  access: 'write:protection',
  summary: 'Mark an input whose unit was replaced during an upgrade as reviewed or not reviewed',
  body: z.strictObject({ isReviewed: z.boolean() }),
  response: unitReview,
});
