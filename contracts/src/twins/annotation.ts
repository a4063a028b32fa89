import { z } from 'zod';
import {
  id,
  idParameter,
  idsParameter,
  requiredText,
  time,
  timeParameter,
  version,
} from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';
import { notReversed } from '../core/time-range.ts';
import { maximumAnswered } from './annotation-limits.ts';

/** A range of time that a user marked on a chart, with a text. */
export const annotation = z
  .object({
    id,
    twinId: id.nullable().describe('Id of the twin that it belongs to; null if it belongs to a tag'),
    tagId: id.nullable().describe('Id of the tag that it belongs to; null if it belongs to a twin'),
    subject: z.string().describe('Name of the tag, or of the twin’s asset'),
    start: z.iso.datetime(),
    end: z.iso.datetime(),
    text: z.string(),
    createdBy: z.string().nullable().describe('User name; null if the user was deleted'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().nullable().describe('Null if never changed'),
    mayChange: z.boolean().describe('Whether the user may change and delete it'),
    version,
  })
  .meta({ id: 'Annotation' });
export type Annotation = z.infer<typeof annotation>;

const content = { start: time, end: time, text: requiredText(1000) };
const inOrder = ({ start, end }: { start: number; end: number }): boolean => start < end;
const notInOrder = notReversed('end');

export const annotationText = content.text;

export const newAnnotation = z
  .strictObject({ twinId: id.nullable().default(null), tagId: id.nullable().default(null), ...content })
  .refine(inOrder, notInOrder)
  .refine(({ twinId, tagId }) => (twinId === null) !== (tagId === null), {
    path: ['tagId'],
    message: 'Please give a tag or a twin, not both.',
  })
  .meta({ id: 'NewAnnotation' });
export type NewAnnotation = z.infer<typeof newAnnotation>;
export type NewAnnotationInput = z.input<typeof newAnnotation>;

export const annotationChange = z
  .strictObject({ ...content, version: version.describe('Version that the change is based on') })
  .refine(inOrder, notInOrder)
  .meta({ id: 'AnnotationChange' });
export type AnnotationChange = z.infer<typeof annotationChange>;

const defineRoute = routeGroup('Annotations');

export const listAnnotations = defineRoute('GET /api/annotations', {
  access: 'apps',
  summary: `List the latest ${maximumAnswered} annotations of tags and of a twin in a range, latest first`,
  query: z.object({
    twinId: idParameter.optional(),
    tagId: idsParameter.optional(),
    from: timeParameter,
    to: timeParameter,
  }),
  response: z.array(annotation),
});

export const createAnnotation = defineRoute('POST /api/annotations', {
  access: 'apps',
  summary: 'Annotate a range of a tag or twin',
  body: newAnnotation,
  example: {
    tagId: 1,
    start: '2024-05-01T08:00:00Z',
    end: '2024-05-01T12:00:00Z',
    text: 'Started after the overhaul',
  },
  status: 201,
  response: annotation,
});

export const updateAnnotation = defineRoute('PUT /api/annotations/:id', {
  access: 'apps',
  summary:
    'Change your own annotation, or that of another user if you can write the tag or twin. Returns 409 with the current annotation if the version is outdated',
  body: annotationChange,
  response: annotation,
});

export const deleteAnnotation = defineRoute('DELETE /api/annotations/:id', {
  access: 'apps',
  summary: 'Delete your own annotation, or that of another user if you can write the tag or twin',
});
