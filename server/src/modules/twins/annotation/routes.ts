import {
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  updateAnnotation,
} from '@twinward/contracts/twins/annotation';
import type { Routing } from '../../../platform/http/routing.ts';
import * as service from './service.ts';

export function annotationRoutes({ implement }: Routing): void {
  implement(listAnnotations, ({ actor, query }) => service.listAnnotations(actor, query));
  implement(createAnnotation, ({ actor, body }) => service.createAnnotation(actor, body));
  implement(updateAnnotation, ({ actor, params, body }) => service.updateAnnotation(actor, params.id, body));
  implement(deleteAnnotation, ({ actor, params }) => service.deleteAnnotation(actor, params.id));
}
