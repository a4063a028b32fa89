/** The effect of a drag over a chart. */
export type DragMode = 'mark' | 'zoom';

export const dragModes = [
  { value: 'mark', label: 'Drag to mark' },
  { value: 'zoom', label: 'Drag to zoom' },
] as const;
