import { savePicture } from './save-picture.ts';

/** Pixels of the picture per pixel of the drawing. */
const sharpness = 2;

export interface PictureInk {
  /** CSS colours and font, since a stand-alone picture inherits none from the page. */
  color: string;
  background: string;
  fontFamily: string;
}

/** Serializes a drawing to a stand-alone SVG document. */
export function svgText(drawing: SVGSVGElement, { color, background, fontFamily }: PictureInk): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('style', `color: ${color}; background: ${background}; font: 12px ${fontFamily}`);
  return new XMLSerializer().serializeToString(copy);
}

/**
 * Downloads a drawing as a PNG file. The drawing must have width and height attributes.
 * @param fileName without extension
 */
export async function saveSvgPicture(
  drawing: SVGSVGElement,
  fileName: string,
  ink: PictureInk,
): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svgText(drawing, ink))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Number(drawing.getAttribute('width')) * sharpness;
  canvas.height = Number(drawing.getAttribute('height')) * sharpness;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  savePicture(canvas.toDataURL('image/png'), fileName);
}
