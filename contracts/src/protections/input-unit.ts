import { z } from 'zod';
import { listBody, paging } from '../core/list.ts';
import { id, idParams, text } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';
import { inputUnits } from '../signals/tag.ts';

/** The logic of a threshold or calculated tag that compares an input with numbers. */
const limits = z.object({
  name: z.string(),
  logic: z.string(),
  converted: z.string().describe('The logic with its numbers in the new unit; the same where none changes'),
  byHand: z.array(z.string()).describe('Parts of the logic that only a person can convert'),
});

/** What a change of an input's unit means for the logic that reads it. */
export const inputUnitChange = z
  .object({
    isConvertible: z.boolean().describe('Whether limits can be converted from the old unit to the new'),
    protections: z
      .array(
        z.object({
          id,
          name: z.string(),
          thresholds: z.array(limits.extend({ id })).describe('Those that read the input'),
        }),
      )
      .describe('They are evaluated anew, by name'),
    calculatedTags: z.array(limits.extend({ id })).describe('They are recalculated, by name'),
  })
  .meta({ id: 'InputUnitChange' });
export type InputUnitChange = z.infer<typeof inputUnitChange>;

export const previewInputUnit = defineRoute({
  method: 'POST',
  path: '/api/tag-aliases/:id/unit-change',
  access: 'apps',
  reads: true,
  tag: 'Tag aliases',
  summary: 'What a change of the unit would mean for the logic that reads the alias; nothing is changed',
  params: idParams,
  body: z.strictObject({ unit: text(50).nullable().describe('UCUM code') }),
  response: inputUnitChange,
});

/** What a change of a tag's unit means for what reads it. */
export const tagUnitEffects = z
  .object({
    inputs: z
      .array(
        z.object({
          id,
          name: z.string(),
          ownerName: z.string().describe('Its twin’s asset, or its calculated tag'),
          unit: z.string().nullable().describe('UCUM code of the unit in which it is read afterwards'),
          problem: z.string().nullable().describe('Why the change is refused'),
        }),
      )
      .describe('The inputs that read the tag'),
    protections: z
      .array(z.object({ id, name: z.string(), twinId: id, assetName: z.string() }))
      .describe('Those whose values change: they are evaluated anew, by asset and name'),
    calculatedTags: z
      .array(z.object({ id, name: z.string() }))
      .describe('Those whose values change: they are recalculated, by name'),
  })
  .meta({ id: 'TagUnitEffects' });
export type TagUnitEffects = z.infer<typeof tagUnitEffects>;

export const previewTagUnit = defineRoute({
  method: 'POST',
  path: '/api/tags/:id/unit-change',
  access: 'apps',
  reads: true,
  tag: 'Tags',
  summary: 'What a change of the unit would mean for what reads the tag; nothing is changed',
  params: idParams,
  body: z.strictObject({
    unit: text(50).nullable().describe('UCUM code'),
    inputUnits: inputUnits.default('keep'),
  }),
  response: tagUnitEffects,
});

/** An input whose unit an upgrade replaced by that of its tag, so that no figure changed. */
export const unitReview = z
  .object({
    id: id.describe('Of the input'),
    name: z.string(),
    twinId: id.nullable(),
    calculatedTagId: id.nullable(),
    ownerName: z.string().describe('Its twin’s asset, or its calculated tag'),
    tagId: id.nullable().describe('That it is mapped to now'),
    tagName: z.string().nullable(),
    oldUnit: z.string().describe('UCUM code that it had, and that nothing was converted to'),
    newUnit: z.string().describe('UCUM code of its tag at the upgrade'),
    unit: z.string().nullable().describe('UCUM code of the unit in which it is read now'),
    protections: z.array(z.object({ id, name: z.string() })).describe('Those that read it, by name'),
    createdAt: z.iso.datetime(),
    reviewedAt: z.iso.datetime().nullable(),
    reviewedBy: z.string().nullable(),
  })
  .meta({ id: 'UnitReview' });
export type UnitReview = z.infer<typeof unitReview>;

export const listUnitReviews = defineRoute({
  method: 'POST',
  path: '/api/tag-aliases/unit-reviews/filters',
  access: 'write:protection',
  tag: 'Tag aliases',
  summary:
    'Inputs whose unit an upgrade replaced by that of their tag. Fields: Id, Name, TwinId, OwnerName, TagName, OldUnit, NewUnit, IsReviewed, CreatedAt',
  query: paging,
  body: listBody,
  response: z.array(unitReview),
  paged: true,
});

export const updateUnitReview = defineRoute({
  method: 'PUT',
  path: '/api/tag-aliases/unit-reviews/:id',
  access: 'write:protection',
  tag: 'Tag aliases',
  summary: 'Mark an input whose unit an upgrade replaced as reviewed, or as not',
  params: idParams,
  body: z.strictObject({ isReviewed: z.boolean() }),
  response: unitReview,
});
