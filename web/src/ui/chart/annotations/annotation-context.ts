import { createContext } from 'react';
import type { Range } from '../range.ts';

/** A range that a user marked on charts of a tag or twin. */
export interface ChartAnnotation extends Range {
  id: number;
  /** Its number in the table beside the charts. */
  number: number;
  text: string;
  /** Null: it belongs to the twin, and every chart shows it. */
  tagId: number | null;
}

/** The annotations of the charts below, and how a drag marks another one. */
export interface ChartAnnotations {
  annotations: readonly ChartAnnotation[];
  /** Whether a drag marks a range to annotate; else it zooms. */
  isMarking: boolean;
  /** Null: the charts only show annotations. */
  onMarking: ((isMarking: boolean) => void) | null;
  /** @param tagId of the chart on which the range was marked; null: not of one tag */
  onMark(range: Range, tagId: number | null): void;
}

export const AnnotationContext = createContext<ChartAnnotations | null>(null);
