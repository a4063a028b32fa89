import pg from 'pg';
import { withoutPasswords } from '../process/log.ts';
import { StartError } from '../process/start-error.ts';

const oldestMajor = 15;
const insufficientPrivilege = '42501';
const duplicateDatabase = '42P04';

type Queryable = Pick<pg.Pool, 'query'>;

/** Checks that the server answers and has a supported version, with messages for an operator. */
export async function assertServer(server: Queryable, url: string): Promise<void> {
  const target = withoutPasswords(url);
  let version: string;
  try {
    const { rows } = await server.query<{ server_version: string }>('show server_version');
    version = rows[0]!.server_version;
  } catch (error) {
    throw new StartError(`PostgreSQL at ${target} can't be used: ${toReason(error)}`, { cause: error });
  }
  if (Number.parseInt(version, 10) < oldestMajor) {
    throw new StartError(
      `PostgreSQL at ${target} is version ${version}: Twinward needs version ${oldestMajor} or later`,
    );
  }
}

/** For a refused connection to a name with several addresses, Node reports an error without a message. */
function toReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(toReason).join('; ');
  return error instanceof Error ? error.message : String(error);
}

export interface NewDatabase {
  mayExist?: boolean;
  /** A database to copy, at the file level: by far the fastest way. It must not be in use meanwhile. */
  template?: string;
  /** Owner of the database; the creating role by default. */
  owner?: string;
}

/**
 * Creates an empty database next to the catalogue: UTF-8, UTC, and names sorted and compared by the Unicode root
 * collation, so that "ärmel" sorts next to "arm", and a search for it finds "ÄRMEL".
 */
export async function createEmptyDatabase(
  server: Queryable,
  name: string,
  { mayExist = false, template = 'template0', owner }: NewDatabase = {},
): Promise<void> {
  const database = pg.escapeIdentifier(name);
  const how =
    template === 'template0'
      ? `encoding 'UTF8' locale_provider icu icu_locale 'und' locale 'C'`
      : 'strategy file_copy';
  try {
    await server.query(
      `create database ${database}${owner ? ` owner ${pg.escapeIdentifier(owner)}` : ''}
        template ${pg.escapeIdentifier(template)} ${how}`,
    );
  } catch (error) {
    const { code } = error as pg.DatabaseError;
    if (code === insufficientPrivilege) {
      throw new StartError(
        `the database user may not create the database ${name}: give it the right with ALTER ROLE ... CREATEDB`,
        { cause: error },
      );
    }
    if (code !== duplicateDatabase) throw error;
    if (!mayExist) {
      throw new StartError(`the database ${name} exists already and belongs to no tenant of this catalogue`, {
        cause: error,
      });
    }
  }
  await server.query(`alter database ${database} set timezone = 'UTC'`);
}
