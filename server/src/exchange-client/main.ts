// `npm run exchange -- export|check|import`: moves records between databases, for pipelines.
import { parseArgs } from 'node:util';
import { ClientError, ExchangeClient } from './client.ts';
import { check, exportTo, importFrom } from './commands.ts';

const usage = `Usage:
  npm run exchange -- export PATH [--only KIND[:KEY]]...
  npm run exchange -- check PATH
  npm run exchange -- import PATH [--trust] [--leave-out-conflicts] [--leave-out-users] [--start-patterns]

PATH is a .zip file or a folder of JSON files. The environment says where and who:
  TWINWARD_URL (http://localhost:8080), TWINWARD_DATABASE, TWINWARD_USER, TWINWARD_PASSWORD

Exit codes: 0 done, 1 failed, 2 the check found problems or conflicts.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      trust: { type: 'boolean', default: false },
      'leave-out-conflicts': { type: 'boolean', default: false },
      'leave-out-users': { type: 'boolean', default: false },
      'start-patterns': { type: 'boolean', default: false },
    },
  });
  const [action, path] = positionals;
  if (path === undefined || !['export', 'check', 'import'].includes(action!)) throw new ClientError(usage);
  const { TWINWARD_URL = 'http://localhost:8080' } = process.env;
  const client = await ExchangeClient.signIn(TWINWARD_URL.replace(/\/$/, ''), {
    databaseName: required('TWINWARD_DATABASE'),
    userName: required('TWINWARD_USER'),
    password: required('TWINWARD_PASSWORD'),
  });
  if (action === 'export') await exportTo(client, path, values.only, printLine);
  if (action === 'import') {
    const flags = {
      trust: values.trust,
      leaveOutConflicts: values['leave-out-conflicts'],
      leaveOutUsers: values['leave-out-users'],
      startPatterns: values['start-patterns'],
    };
    await importFrom(client, path, flags, printLine);
  }
  if (action !== 'check') return 0;
  const { result } = await check(client, path, printLine);
  return result.problems.length > 0 || result.counts.conflict > 0 ? 2 : 0;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new ClientError(`${name} is not set.\n\n${usage}`);
  return value;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    const isOurs = error instanceof ClientError || 'code' in error;
    process.stderr.write(`${isOurs ? error.message : error.stack}\n`);
    process.exit(1);
  },
);
