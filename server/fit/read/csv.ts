import { type Options, parse } from 'csv-parse/sync'
import { cut } from '../../contract/shown.ts'
import { type Instant, parseInstant, SECOND } from '../../kernel/instant.ts'
import { type Looked, type Source, UnreadableSource } from '../source.ts'
import { instantIn, type RequestRecord, readRecords } from './records.ts'

/** What a line of a log tells. */
interface Line {
  readonly at: Instant | undefined
  readonly method: string
  readonly path: string
  readonly status: number | undefined
  readonly actor: string
}

interface Preset {
  readonly says: string
  /** @returns `undefined` for a line that holds no request */
  lines(text: string, name: string): Iterable<Line | undefined>
}

const REQUEST_LINE = /^([A-Z]+) (\S+) HTTP\/[\d.]+$/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const NGINX =
  /^(?<address>\S+) \S+ \S+ \[(?<time>[^\]]+)\] "(?<request>(?:[^"\\]|\\.)*)" (?<status>\d{3}) \S+(?: "(?:[^"\\]|\\.)*" "(?<agent>(?:[^"\\]|\\.)*)")?/
const NGINX_TIME = /^(\d{2})\/(\w{3})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/

/** The forms of access logs that are read besides plain columns. */
export const CSV_PRESETS = {
  columns: {
    says: 'a header line with at, method, path and, if you have them, status and key',
    lines: (text, name) =>
      records(text, name, { columns: columnsOf(name), trim: true, skip_empty_lines: true, bom: true }).map(columnsLine),
  },
  'nginx-combined': {
    says: "nginx's combined access log",
    lines: text => logLines(text).map(nginxLine),
  },
  alb: {
    says: 'the access log of an AWS Application Load Balancer',
    lines: (text, name) =>
      records(text, name, { delimiter: ' ', relax_quotes: true, relax_column_count: true, skip_empty_lines: true }).map(
        albLine,
      ),
  },
  'caddy-json': {
    says: "Caddy's access log in JSON, one object a line",
    lines: (text, name) => logLines(text).map(caddyLine(name)),
  },
} as const satisfies Partial<Record<Looked['for'], Preset>>

export type CsvPreset = keyof typeof CSV_PRESETS
export const CSV_PRESET_NAMES = Object.keys(CSV_PRESETS) as CsvPreset[]

/** Reads requests from columns, or from the access log of a server. */
export function readCsv(
  text: string,
  { name, preset = 'columns' }: { name: string; preset?: CsvPreset | undefined },
): Source {
  const found: RequestRecord[] = []
  let number = 0
  let noRequest = 0
  for (const line of (CSV_PRESETS[preset] as Preset).lines(text, name)) {
    number++
    if (line === undefined) {
      noRequest++
      continue
    }
    const { at, method, path, status, actor } = line
    if (at === undefined) throw new UnreadableSource(`${name}, row ${number}: the time is not an instant with a zone.`)
    found.push({ at, method, path, status, key: actor })
  }
  const looked = { for: preset, read: number }
  const source = readRecords(found, { kind: 'csv', name, keys: preset === 'columns', looked })
  return { ...source, leftOut: { ...source.leftOut, no_request: noRequest } }
}

function records(text: string, name: string, options: Options): Record<string, string>[] {
  try {
    return parse(text, options) as unknown as Record<string, string>[]
  } catch (error) {
    if (error instanceof UnreadableSource) throw error
    throw new UnreadableSource(`${name} cannot be read: ${(error as Error).message}.`)
  }
}

const NEEDED = ['at', 'method', 'path']

/** Looks at the header line by itself: there may be no row that shows what is wrong with it. */
const columnsOf =
  (name: string) =>
  (header: string[]): string[] => {
    const missing = NEEDED.filter(column => !header.includes(column))
    if (missing.length === 0) return header
    throw new UnreadableSource(
      `${name} has no column ${missing.join(' and no ')} in its first line (${cut(header.join(','), 60)}): the columns are at, method, path and, if you have them, status and key. The log of a server has another form.`,
    )
  }

const logLines = (text: string) => text.split(/\r?\n/).filter(line => line !== '')

/** A row has every column of the header, or the file cannot be read. */
const columnsLine = ({ at = '', method = '', path = '', status, key = '' }: Record<string, string>): Line => ({
  at: instantIn(at),
  method: method.toUpperCase(),
  path: pathIn(path),
  status: statusIn(status),
  actor: key,
})

function nginxLine(line: string): Line | undefined {
  const { address = '', time = '', request = '', status, agent = '' } = NGINX.exec(line)?.groups ?? {}
  const [, method, target] = REQUEST_LINE.exec(request) ?? []
  if (method === undefined || target === undefined) return undefined
  const [, day, month = '', year, clock, hours, minutes] = NGINX_TIME.exec(time) ?? []
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0')
  const at = parseInstant(`${year}-${number}-${day}T${clock}${hours}:${minutes}`)
  return { at, method, path: pathIn(target), status: statusIn(status), actor: `${address} ${agent.split(' ')[0]}` }
}

/** Fields by their place: 1 time, 3 client with its port, 8 status, 12 request, 13 user agent. */
function albLine(fields: Record<string, string>): Line | undefined {
  const [at = '', client = '', status, request = '', agent = ''] = [1, 3, 8, 12, 13].map(place => fields[place])
  const [, method, target] = REQUEST_LINE.exec(request) ?? []
  if (method === undefined || target === undefined) return undefined
  const actor = `${client.replace(/:\d+$/, '')} ${agent.split(' ')[0]}`
  return { at: parseInstant(at), method, path: pathIn(target), status: statusIn(status), actor }
}

const caddyLine =
  (name: string) =>
  (text: string, index: number): Line | undefined => {
    let line: { ts?: unknown; status?: unknown; request?: Record<string, unknown> }
    try {
      line = JSON.parse(text)
    } catch (error) {
      throw new UnreadableSource(`${name}, row ${index + 1} is not JSON: ${(error as Error).message}.`)
    }
    const { method, uri, remote_ip = '', headers } = line.request ?? {}
    if (typeof method !== 'string' || typeof uri !== 'string') return undefined
    const [agent = ''] = ((headers as Record<string, string[]> | undefined)?.['User-Agent'] ?? []) as string[]
    // Seconds with a fraction by default; the other forms of its time are text.
    const at = typeof line.ts === 'number' ? Math.round(line.ts * SECOND) : parseInstant(String(line.ts))
    const status = statusIn(String(line.status))
    return { at, method, path: pathIn(uri), status, actor: `${remote_ip} ${agent.split(' ')[0]}` }
  }

const statusIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-5]\d\d$/.test(text) ? Number(text) : undefined

/** Logs of proxies have whole addresses. */
const pathIn = (target: string): string => {
  if (!/^https?:\/\//.test(target) || !URL.canParse(target)) return target
  const { pathname, search } = new URL(target)
  return pathname + search
}
