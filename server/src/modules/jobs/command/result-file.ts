import { addUploadPiece, deleteUpload } from '../../system/file/service.ts';
import type { CommandCall } from './call.ts';

const pieceBytes = 1024 * 1024;

/**
 * Stores the file that a command creates, under the id of the command. Each part is committed with the current
 * progress. The file is kept for a day. An interrupted run starts the file again.
 */
export async function writeResultFile(
  { commandId, transaction, progress }: Pick<CommandCall, 'commandId' | 'transaction' | 'progress'>,
  content: AsyncIterable<Uint8Array | string>,
  soFar: () => { percent: number; result: Record<string, unknown> },
): Promise<void> {
  await transaction((db) => deleteUpload(db, commandId));
  let position = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const write = async () => {
    if (size === 0) return;
    const piece = Buffer.concat(waiting);
    await transaction(async (db) => {
      await addUploadPiece(db, commandId, position, piece);
      const { percent, result } = soFar();
      await progress(db, percent, result);
    });
    position += 1;
    waiting = [];
    size = 0;
  };
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk);
    waiting.push(bytes);
    size += bytes.length;
    if (size >= pieceBytes) await write();
  }
  await write();
}
