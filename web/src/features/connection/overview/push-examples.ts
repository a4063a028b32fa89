export type ExampleKind = 'json' | 'lines' | 'telegraf';

interface Example {
  label: string;
  note: string;
  /** @param origin origin of the server in the browser */
  text(origin: string, id: number): string;
}

/** Examples to paste, with TOKEN as placeholder. */
export const examples: Record<ExampleKind, Example> = {
  json: {
    label: 'JSON, with curl',
    note: 'The source is the name that identifies the points. The answer 204 means that the points are stored.',
    text: (origin, id) => `curl -X POST ${origin}/api/connections/${id}/points \\
  -H 'Authorization: Token TOKEN' \\
  -H 'Content-Type: application/json' \\
  -d '[{"source": "pump1.pressure", "time": "'$(date -u +%FT%TZ)'", "value": 4.2}]'`,
  },
  lines: {
    label: 'InfluxDB line protocol, with curl',
    note: 'The source is measurement.field, followed by the sorted tags. Times use the given precision.',
    text: (origin) => `curl -X POST '${origin}/api/v2/write?precision=s' \\
  -H 'Authorization: Token TOKEN' \\
  --data-binary "pump,site=north pressure=4.2,temperature=61.5 $(date +%s)"`,
  },
  telegraf: {
    label: 'Telegraf',
    note: 'Add this to the Telegraf configuration. Organization and bucket are ignored. Tested with the InfluxDB client, not with Telegraf itself.',
    text: (origin) => `[[outputs.influxdb_v2]]
  urls = ["${origin}"]
  token = "TOKEN"
  organization = "twinward"
  bucket = "twinward"`,
  },
};
