/**
 * Downloads a response as a file. The call needs session headers, which a link can't send, so the response is read into
 * memory.
 */
export async function saveFile(answer: Response, fileName: string): Promise<void> {
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
