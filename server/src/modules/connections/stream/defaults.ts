import { isDeepStrictEqual } from 'node:util';
import type { ConnectionChoice, DefaultConnections } from '@twinward/contracts/connections/mapping';
import { type WorkSystem, workSystems } from '@twinward/contracts/system/value-list';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { replaceDefaults, selectChoices, selectConnectionType, selectDefaults } from './store.ts';
import { systemOfType, typeOfSystem } from './systems.ts';

const audit = new EntityAudit('connection');

/** Lists the connections that twins and assets may choose, by name. */
export async function listConnectionChoices(db: Db): Promise<ConnectionChoice[]> {
  return (await selectChoices(db)).map(({ id, name, type }) => ({
    id,
    name,
    type,
    system: systemOfType(type),
  }));
}

/** @throws AppError `invalid-request` at `path` if the connection does not exist; null is valid */
export async function checkConnectionChoice(db: Db, id: number | null, path: string): Promise<void> {
  if (id !== null && (await selectConnectionType(db, id)) === null)
    refuseProblems([{ path, message: `There is no connection ${id}.` }]);
}

/** Returns the connections to which work is requested by default, by system. Twins and assets can choose others. */
export async function getDefaultConnections(db: Db): Promise<DefaultConnections> {
  const rows = await selectDefaults(db);
  const findId = (system: WorkSystem) => rows.find((row) => row.system === system)?.connection_id ?? null;
  return { SAP: findId('SAP'), HEXAGON: findId('HEXAGON'), MAXIMO: findId('MAXIMO') };
}

/** @throws AppError `invalid-request`, naming a system whose connection is unknown or of another type */
export function setDefaultConnections(actor: Actor, chosen: DefaultConnections): Promise<DefaultConnections> {
  return withTransaction(actor.tenant.db, async (db) => {
    const problems: Problem[] = [];
    for (const system of workSystems) {
      const id = chosen[system];
      if (id !== null && (await selectConnectionType(db, id)) !== typeOfSystem[system])
        problems.push({ path: system, message: `There is no connection ${id} to ${system}.` });
    }
    refuseProblems(problems);
    const old = await getDefaultConnections(db);
    await replaceDefaults(
      db,
      workSystems.flatMap((system) => {
        const connection_id = chosen[system];
        return connection_id === null ? [] : [{ system, connection_id }];
      }),
    );
    if (!isDeepStrictEqual(old, chosen))
      await audit.changed(db, actor, { id: 'defaults', name: 'Default connections' }, { old, new: chosen });
    return getDefaultConnections(db);
  });
}
