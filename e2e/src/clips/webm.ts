/** One encoded picture of a clip. */
export interface EncodedFrame {
  data: Buffer;
  /** Milliseconds since the clip begins. */
  time: number;
  isKey: boolean;
}

/** Element ids of WebM (https://www.webmproject.org/docs/container/). */
const id = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  ebmlMaxIdLength: 0x42f2,
  ebmlMaxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  clusterTimestamp: 0xe7,
  simpleBlock: 0xa3,
};

/** Writes a WebM file of VP9 pictures without sound: a cluster for each key frame, and cues to seek by. */
export function writeWebm(
  frames: readonly EncodedFrame[],
  { width, height, duration }: { width: number; height: number; duration: number },
): Buffer {
  const header = element(id.ebml, [
    element(id.ebmlVersion, unsigned(1)),
    element(id.ebmlReadVersion, unsigned(1)),
    element(id.ebmlMaxIdLength, unsigned(4)),
    element(id.ebmlMaxSizeLength, unsigned(8)),
    element(id.docType, Buffer.from('webm')),
    element(id.docTypeVersion, unsigned(4)),
    element(id.docTypeReadVersion, unsigned(2)),
  ]);
  const information = element(id.info, [
    // Nanoseconds of a tick: times are in milliseconds.
    element(id.timestampScale, unsigned(1_000_000)),
    element(id.duration, float(duration)),
    element(id.muxingApp, Buffer.from('Twinward')),
    element(id.writingApp, Buffer.from('Twinward')),
  ]);
  const tracks = element(id.tracks, [
    element(id.trackEntry, [
      element(id.trackNumber, unsigned(1)),
      element(id.trackUid, unsigned(1)),
      element(id.trackType, unsigned(1)),
      element(id.codecId, Buffer.from('V_VP9')),
      element(id.video, [element(id.pixelWidth, unsigned(width)), element(id.pixelHeight, unsigned(height))]),
    ]),
  ]);
  const clusters = groupByKey(frames).map((group) => ({
    time: group[0]!.time,
    bytes: element(id.cluster, [
      element(id.clusterTimestamp, unsigned(group[0]!.time)),
      ...group.map((frame) => element(id.simpleBlock, simpleBlock(frame, group[0]!.time))),
    ]),
  }));
  // Positions count from the first byte in the segment. Cues precede the clusters, and have a fixed length.
  const encodeCues = (first: number): Buffer => {
    let position = first;
    const points = clusters.map(({ time, bytes }) => {
      const point = element(id.cuePoint, [
        element(id.cueTime, unsigned(time)),
        element(id.cueTrackPositions, [
          element(id.cueTrack, unsigned(1)),
          element(id.cueClusterPosition, unsigned(position)),
        ]),
      ]);
      position += bytes.length;
      return point;
    });
    return element(id.cues, points);
  };
  const before = information.length + tracks.length;
  const cues = encodeCues(before + encodeCues(0).length);
  return Buffer.concat([
    header,
    element(id.segment, [information, tracks, cues, ...clusters.map(({ bytes }) => bytes)]),
  ]);
}

function groupByKey(frames: readonly EncodedFrame[]): EncodedFrame[][] {
  const groups: EncodedFrame[][] = [];
  for (const frame of frames) {
    if (frame.isKey) groups.push([]);
    groups.at(-1)!.push(frame);
  }
  return groups;
}

/** The time of a block is 16 bits with a sign, in milliseconds of its cluster. */
function simpleBlock({ data, time, isKey }: EncodedFrame, clusterTime: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt8(0x81, 0);
  head.writeInt16BE(time - clusterTime, 1);
  head.writeUInt8(isKey ? 0x80 : 0, 3);
  return Buffer.concat([head, data]);
}

function element(elementId: number, content: Buffer | readonly Buffer[]): Buffer {
  const body = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  const name = Buffer.from(elementId.toString(16), 'hex');
  return Buffer.concat([name, size, body]);
}

/** Of eight bytes always, so that the length of an element does not depend on its values. */
function unsigned(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}
