import { createPackage, packageHandlers } from '../packages.ts';
import type { Writer } from './writer.ts';

/** Writes of packages. */
export async function writeExchange({ write, ask, carryOut }: Writer): Promise<void> {
  await write('POST /api/exchange/exports', [], { selection: [{ kind: 'list' }] });
  const content = await createPackage({ list: [{ name: 'FROM_A_PACKAGE' }] });
  const check = await write('POST /api/exchange/checks', [], undefined, {
    file: { name: 'lists.zip', content },
  });
  await carryOut(check.commandId, packageHandlers);
  const options = { trust: true };
  const done = await write('POST /api/exchange/checks/:commandId/import', [check.commandId], options);
  await carryOut(done.commandId, packageHandlers);
  const { result } = await ask('GET', `/api/commands/${done.commandId}`);
  await write('POST /api/exchange/imports/:id/roll-back', [result.importId]);
}
