import { NodeId } from 'node-opcua-client';
import { expect, it } from 'vitest';
import { readSource, writeSource } from './source.ts';

const namespaces = ['http://opcfoundation.org/UA/', 'urn:server', 'urn:plant;100%'];
const { NodeIdType } = NodeId;

it.each([
  [new NodeId(NodeIdType.NUMERIC, 2258, 0), null, 'i=2258'],
  [new NodeId(NodeIdType.STRING, 'Pump.Speed', 1), null, 'nsu=urn:server;s=Pump.Speed'],
  [new NodeId(NodeIdType.STRING, 'a;b=c', 2), null, 'nsu=urn:plant%3B100%25;s=a;b=c'],
  [new NodeId(NodeIdType.BYTESTRING, Buffer.from('ab'), 1), null, 'nsu=urn:server;b=YWI='],
  [
    new NodeId(NodeIdType.GUID, '72962B91-FA75-4AE6-8D28-B404DC7DAF63', 1),
    null,
    'nsu=urn:server;g=72962B91-FA75-4AE6-8D28-B404DC7DAF63',
  ],
  [new NodeId(NodeIdType.STRING, 'Levels', 1), 3, 'nsu=urn:server;s=Levels[3]'],
  [new NodeId(NodeIdType.STRING, '"DB"."level"[3]', 1), null, 'nsu=urn:server;s="DB"."level"[3][]'],
  [new NodeId(NodeIdType.STRING, '"DB"."level"[3]', 1), 0, 'nsu=urn:server;s="DB"."level"[3][0]'],
])('formats and parses a source: %s, element %s', (nodeId, element, source) => {
  expect(writeSource(nodeId, namespaces, element)).toBe(source);
  const read = readSource(source, namespaces);
  expect(read?.nodeId.toString()).toBe(nodeId.toString());
  expect(read?.element).toBe(element);
});

it('finds a namespace under another index', () => {
  const source = writeSource(new NodeId(NodeIdType.NUMERIC, 7, 1), namespaces) ?? '';
  expect(readSource(source, ['x', 'y', 'z', 'urn:server'])?.nodeId.namespace).toBe(3);
});

it.each(['', 'Pump', 'nsu=urn:gone;s=Pump', 's=', 'i=x', 'i=-1', 'ns=1;s=Pump'])(
  'rejects %j as a source',
  (source) => {
    expect(readSource(source, namespaces)).toBeNull();
  },
);
