import {
  DataValue,
  HistoryData,
  type HistoryReadRequest,
  HistoryReadResponse,
  StatusCodes,
} from 'node-opcua-client';
import { expect, it } from 'vitest';
import type { SourceValue } from '../connector.ts';
import type { Session } from './client.ts';
import { readTogether } from './history.ts';

/** A server with one continuation point, which returns two values of a node, one by one. */
function narrowSession(): { session: Session; asked: string[][] } {
  const asked: string[][] = [];
  const answer = (time: number, isMore: boolean) => ({
    statusCode: StatusCodes.Good,
    ...(isMore ? { continuationPoint: Buffer.from('more') } : {}),
    historyData: new HistoryData({
      dataValues: [
        new DataValue({ value: { dataType: 'Double', value: time }, sourceTimestamp: new Date(time) }),
      ],
    }),
  });
  async function ask({ nodesToRead }: HistoryReadRequest) {
    const nodes = nodesToRead ?? [];
    asked.push(nodes.map(({ nodeId }) => String(nodeId.value)));
    return new HistoryReadResponse({
      results: nodes.map(({ continuationPoint }, index) => {
        if (continuationPoint) return answer(2, false);
        return index === 0 ? answer(1, true) : { statusCode: StatusCodes.BadNoContinuationPoints };
      }),
    });
  }
  return { session: { ask, namespaces: ['ua'] } as unknown as Session, asked };
}

it('reads one source at a time if the server allows one continuation point', async () => {
  const { session, asked } = narrowSession();
  const values: SourceValue[] = [];
  const left = { missing: [], unread: new Map<string, string>() };
  const range = { from: 0, to: 10 };
  for await (const block of readTogether(session, ['i=1', 'i=2', 'i=3'], range, left)) values.push(...block);
  expect(values.map(({ source, value }) => [source, value])).toEqual([
    ['i=1', 1],
    ['i=1', 2],
    ['i=2', 1],
    ['i=2', 2],
    ['i=3', 1],
    ['i=3', 2],
  ]);
  expect(left).toEqual({ missing: [], unread: new Map() });
  expect(asked).toEqual([['1', '2', '3'], ['1'], ['2'], ['2'], ['3'], ['3']]);
});

it('skips a source with an error, and returns no values for an empty source', async () => {
  const statuses = [StatusCodes.BadDataUnavailable, StatusCodes.BadNoData, StatusCodes.Good];
  const ask = async ({ nodesToRead }: HistoryReadRequest) =>
    new HistoryReadResponse({
      results: (nodesToRead ?? []).map((_, index) => ({
        statusCode: statuses[index]!,
        historyData: new HistoryData({
          dataValues: [
            new DataValue({ value: { dataType: 'Double', value: 7 }, sourceTimestamp: new Date(1) }),
          ].filter(() => statuses[index] === StatusCodes.Good),
        }),
      })),
    });
  const session = { ask, namespaces: ['ua'] } as unknown as Session;
  const values: SourceValue[] = [];
  const left = { missing: [], unread: new Map<string, string>() };
  for await (const block of readTogether(session, ['i=1', 'i=2', 'i=3'], { from: 0, to: 10 }, left))
    values.push(...block);
  expect(values).toMatchObject([{ source: 'i=3', value: 7 }]);
  expect(left).toEqual({
    missing: [],
    unread: new Map([['i=1', 'The server refused: BadDataUnavailable.']]),
  });
});
