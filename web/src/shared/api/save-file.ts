/**
 * Hands an answer to the browser as a file. A call needs the session's headers, which a plain link cannot
 * carry, so the answer is read here.
 */
export async function saveFile(answer: Response, fileName: string): Promise<void> {
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
