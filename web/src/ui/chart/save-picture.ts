/**
 * Downloads a picture as a PNG file.
 * @param address `data:` URL of the picture
 * @param fileName without extension
 */
export function savePicture(address: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fileName}.png`;
  link.click();
}
