export type ExampleKind = 'json' | 'lines' | 'telegraf';

interface Example {
  label: string;
  note: string;
  /** @param origin address of the server, as the browser has it */
  text(origin: string, id: number): string;
}

/** Ready to be pasted, with TOKEN instead of the token. */
export const examples: Record<ExampleKind, Example> = {
  json: {
    label: 'JSON, with curl',
    note: 'The source is the name by which the points are found again. Points are stored when the call answers 204.',
    text: (origin, id) => `curl -X POST ${origin}/api/connections/${id}/points \\
  -H 'Authorization: Token TOKEN' \\
  -H 'Content-Type: application/json' \\
  -d '[{"source": "pump1.pressure", "time": "'$(date -u +%FT%TZ)'", "value": 4.2}]'`,
  },
  lines: {
    label: 'InfluxDB line protocol, with curl',
    note: 'The source is measurement.field with the sorted tags. Times are in the given precision.',
    text: (origin) => `curl -X POST '${origin}/api/v2/write?precision=s' \\
  -H 'Authorization: Token TOKEN' \\
  --data-binary "pump,site=north pressure=4.2,temperature=61.5 $(date +%s)"`,
  },
  telegraf: {
    label: 'Telegraf',
    note: 'For the configuration of Telegraf; organization and bucket are ignored. Not tried with Telegraf itself, but with InfluxDB’s client.',
    text: (origin) => `[[outputs.influxdb_v2]]
  urls = ["${origin}"]
  token = "TOKEN"
  organization = "twinward"
  bucket = "twinward"`,
  },
};
