import * as contract from '@twinward/contracts/library/package';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import type { Routing } from '../../../platform/http/routing.ts';
import { receiveFile } from '../../../platform/http/upload-form.ts';
import { startCheck } from './check.ts';
import { openExport, startExport } from './export.ts';
import { startImport } from './import.ts';
import { startRollBack } from './roll-back.ts';
import * as service from './service.ts';

export function packageRoutes({ implement }: Routing): void {
  implement(contract.getExchange, ({ actor }) => service.getExchange(actor));
  implement(contract.listPackageKeys, ({ actor, body, query }) => service.listKeys(actor, body, query));
  implement(contract.startPackageExport, ({ actor, body }) => startExport(actor, body.selection));
  implement(contract.downloadPackage, async ({ actor, params, reply }) => {
    const { fileName, content } = await openExport(actor, params.commandId);
    return reply
      .type('application/zip')
      .header('content-disposition', contentDisposition(fileName))
      .send(content);
  });
  implement(contract.startPackageCheck, ({ actor, request }) =>
    receiveFile(request, (file) => startCheck(actor, file), {
      fileSize: contract.maximumPackageBytes,
    }),
  );
  implement(contract.listPackageRows, ({ actor, params, query }) =>
    service.listRows(actor, params.commandId, query, query),
  );
  implement(contract.startPackageImport, ({ actor, params, body }) =>
    startImport(actor, params.commandId, body),
  );
  implement(contract.listPackageImports, ({ actor, query }) => service.listImports(actor, query));
  implement(contract.rollBackPackageImport, ({ actor, params }) => startRollBack(actor, params.id));
}
