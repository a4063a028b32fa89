/** Pixels of the picture for each of the drawing's. */
const sharpness = 2;

export interface PictureInk {
  /** CSS colours and font: a picture has no page to inherit them from. */
  color: string;
  background: string;
  fontFamily: string;
}

/** A drawing as a document of its own, as it stands on the page. */
export function svgText(drawing: SVGSVGElement, { color, background, fontFamily }: PictureInk): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('style', `color: ${color}; background: ${background}; font: 12px ${fontFamily}`);
  return new XMLSerializer().serializeToString(copy);
}

/** Hands a drawing, which says its width and height itself, to the browser as a png file. */
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
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = fileName;
  link.click();
}
