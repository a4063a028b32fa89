import { getPermissions } from '../../access/user/service.ts';
import { type CommandHandler, readEnd } from '../../jobs/command/service.ts';
import { listAdministrators, notify } from '../../outcomes/notification/service.ts';

/**
 * Notifies of the end of a command that writes a package: its user if it failed, otherwise the other administrators.
 */
const createEndNotice =
  (what: { failed: string; done: string }): NonNullable<CommandHandler['clean']> =>
  async (db, { userId }, commandId) => {
    const { status, error, result, targetName: fileName } = await readEnd(db, commandId);
    if (status === 'canceled') return;
    const common = {
      context: 'exchange',
      twinId: null,
      url: '/settings/exchange',
      grouping: `package:${commandId}`,
      time: new Date(),
    };
    if (status === 'error') {
      const message = `${what.failed} ${fileName} failed. ${error}`;
      const recipients = [{ type: 'user' as const, id: Number(userId) }];
      return notify(db, [{ ...common, type: 'failed', recipients, reach: 'all', message }]);
    }
    const recipients = (await listAdministrators(db)).filter(
      (one) => one.type !== 'user' || one.id !== userId,
    );
    const counts = Object.entries(result ?? {})
      .filter(([name]) => name !== 'importId')
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
    const user = await getPermissions(db, Number(userId));
    const message = `${user?.userName ?? 'A deleted user'} ${what.done} ${fileName}: ${counts}.`;
    return notify(db, [{ ...common, type: 'imported', recipients, reach: 'all', message }]);
  };

/** Notifies of an import that has ended. */
export const notifyOfImport = createEndNotice({ failed: 'The import of', done: 'imported' });

/** Notifies of a roll back that has ended. */
export const notifyOfRollBack = createEndNotice({ failed: 'Rolling back', done: 'rolled back' });
