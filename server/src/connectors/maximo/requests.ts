import { ConnectorFailure, type FiledWork, type RequestsRole, type WorkToFile } from '../connector.ts';
import { MaximoClient, quote, type Row } from './client.ts';
import type { Settings } from './config.ts';
import { findRequestKey, markedDescription, serviceRequests, toPhase, toReference } from './mapping.ts';

/** Maximum number of tickets in one where clause. */
const most = 50;
const answered = ['ticketid', 'ticketuid', 'status', 'description'];

export const requests: RequestsRole = {
  async find(call, key) {
    const client = new MaximoClient(call);
    const { settings } = client;
    const reference = toReference(key);
    const where =
      settings.requestField === null
        ? `description=${quote(`%${reference}%`)}`
        : `${settings.requestField}=${quote(reference)}`;
    const { rows } = await client.page(serviceRequests.path, {
      select: serviceRequests.attributes(settings),
      where,
      pageSize: most,
    });
    const row = rows.find((found) => findRequestKey(found, settings) === key.toLowerCase());
    return row ? toFiledWork(client, row) : null;
  },

  async file(call, request) {
    const client = new MaximoClient(call);
    const body = toBody(request, client.settings);
    const created = await client.create(serviceRequests.path, body, answered);
    if (!created.ticketid)
      throw new ConnectorFailure('protocol', 'The answer has no service request number.');
    return toFiledWork(client, created);
  },

  async states(call, numbers) {
    const client = new MaximoClient(call);
    const found: FiledWork[] = [];
    for (let at = 0; at < numbers.length; at += most) {
      const { rows } = await client.page(serviceRequests.path, {
        select: answered,
        where: `ticketid in [${numbers
          .slice(at, at + most)
          .map(quote)
          .join(',')}]`,
        pageSize: most,
      });
      found.push(...rows.map((row) => toFiledWork(client, row)));
    }
    return found;
  },
};

export function toBody(request: WorkToFile, settings: Settings): Row {
  const { asset, key, type } = request;
  // The unique id of an asset from Maximo is SITE/NUMBER.
  const parts = asset.uniqueId.split('/');
  const site = settings.site ?? asset.maintenancePlant ?? (parts.length > 1 ? parts[0]! : null);
  if (site === null) {
    throw new ConnectorFailure(
      'refused',
      'The request needs a site: set the site of the connection or the maintenance plant of the asset.',
    );
  }
  const priority = request.priority === null ? null : Number(request.priority);
  if (priority !== null && !Number.isInteger(priority))
    throw new ConnectorFailure(
      'refused',
      `'${request.priority}' is not a priority of Maximo: it must be a number.`,
    );
  return {
    description:
      settings.requestField === null
        ? markedDescription(request.shortDescription, key)
        : request.shortDescription.slice(0, 100),
    description_longdescription: request.description,
    siteid: site,
    assetsiteid: site,
    assetnum: asset.technicalNumber ?? parts.at(-1)!,
    ...(settings.requestField !== null && { [settings.requestField]: toReference(key) }),
    ...(priority !== null && { reportedpriority: priority }),
    // The class of a service request is fixed.
    ...(type !== null &&
      settings.serviceRequestTypeField !== 'class' && { [settings.serviceRequestTypeField]: type }),
  };
}

function toFiledWork({ settings }: MaximoClient, row: Row): FiledWork {
  const number = String(row.ticketid);
  const root = settings.base.replace(/\/(api|oslc)$/, '');
  const query = `event=loadapp&value=sr&additionalevent=useqbe&additionaleventvalue=${encodeURIComponent(`ticketid=${number}`)}`;
  return {
    number,
    status: String(row.status ?? ''),
    phase: toPhase(row),
    url: `${root}/ui/maximo.jsp?${query}`,
  };
}
