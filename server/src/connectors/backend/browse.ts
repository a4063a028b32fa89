import type { SharedTag } from '@twinward/contracts/connections/sharing';
import type { BrowsedPage, BrowsePage, ConnectorCall, SourceValue } from '../connector.ts';
import { readTags, readTagsByName } from './client.ts';

/** Lists the readable tags by name. The source is the name of the tag in the other installation. */
export async function browse(call: ConnectorCall, { search, after }: BrowsePage): Promise<BrowsedPage> {
  const { tags, next } = await readTags(call, { search, after });
  return {
    nodes: tags.map(({ name, description, unit, time, value }) => ({
      source: name,
      name,
      description,
      unit,
      isFolder: false,
      isReadable: true,
      value,
      time: time === null ? null : new Date(time).toISOString(),
    })),
    next,
  };
}

export async function preview(
  call: ConnectorCall,
  sources: readonly string[],
): Promise<(SourceValue | null)[]> {
  const tags = await readTagsByName(call, sources);
  return sources.map((source) => toLatestValue(tags.get(source)));
}

/** The latest point of a tag; null without one. */
export const toLatestValue = (tag: SharedTag | undefined): SourceValue | null =>
  tag?.time != null
    ? { source: tag.name, time: tag.time, value: tag.value, quality: tag.quality ?? 'good' }
    : null;
