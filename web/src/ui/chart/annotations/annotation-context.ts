import { createContext } from 'react';
import type { Range } from '../range.ts';

/** A range that a user marked on charts of a tag or twin. */
export interface ChartAnnotation extends Range {
  id: number;
  /** Its number in the table beside the charts. */
  number: number;
  text: string;
  /** Null for an annotation of the twin, which every chart shows. */
  tagId: number | null;
}

/** The annotations shown on all charts inside the provider, and the handlers that add one. */
export interface ChartAnnotations {
  annotations: readonly ChartAnnotation[];
  /** Whether a drag marks a range to annotate instead of zooming. */
  isMarking: boolean;
  /** Null if annotations are read-only. */
  onMarking: ((isMarking: boolean) => void) | null;
  /** @param tagId the tag of the chart on which the range was marked; null if the chart has several tags */
  onMark(range: Range, tagId: number | null): void;
}

export const AnnotationContext = createContext<ChartAnnotations | null>(null);
