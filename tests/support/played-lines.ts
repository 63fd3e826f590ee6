import { ENDPOINTS } from '../../server/contract/endpoints.ts'
import type { Standing } from '../../server/verdicts/observations.ts'
import { dialling } from './dialling.ts'
import { hash, type ObservedClient, ObservedWorld, type RequestSays } from './observed.ts'

/** What came of the lines of a page of a rule: the world, and what stands there at its end. */
export interface Played {
  readonly world: ObservedWorld
  readonly standing: Partial<Standing>
}

interface Stage {
  readonly world: ObservedWorld
  readonly client: ObservedClient
  readonly webhooks: Standing['webhooks'][number][]
  readonly keys: Standing['keys'][number][]
  readonly suppressed: Standing['suppressed'][number][]
}

const HOUR = 3_600
const KEY = 'svc_live_…C24l'
const DAY = '2026-03-10'

/** Plays the lines of `contract/rule-pages.ts`: requests, deliveries, and what else happens. Throws at a line that it cannot read. */
export function playLines(lines: readonly string[]): Played {
  const world = new ObservedWorld()
  world.pace(1)
  const stage: Stage = { world, client: world.client(), webhooks: [], keys: [], suppressed: [] }
  for (const line of lines) play(line, stage)
  const counted = world.observations.filter(seen => seen.kind === 'request' && seen.counted).length
  const { webhooks, keys, suppressed } = stage
  return {
    world,
    standing: { webhooks, keys, suppressed, counted: [{ tenant: 'pro', day: DAY, requests: counted }], ended: true },
  }
}

function play(line: string, stage: Stage): void {
  const [, times = '1', step = ''] = /^(?:(\d+) × )?(.*)$/.exec(line) ?? []
  const [what = '', result] = step.split(' → ')
  if (result === undefined) {
    happens(step, stage)
    return
  }
  const [answer = '', ...notes] = result.split(', ')
  const isDelivery = what.startsWith('Delivery ')
  const said = isDelivery ? [...what.split(', ').slice(1), ...notes] : notes
  const { seconds, isEach } = pauseIn(said)
  const inFlight: { ends: () => unknown }[] = []
  for (let at = 0; at < Number(times); at += 1) {
    if (isEach || at === 0) stage.world.passes(seconds)
    if (isDelivery) {
      delivers(what, Number(answer), { said, at, stage })
      continue
    }
    const one = begins(what, answer, { said: said.map(note => nth(note, at)), stage })
    if (said.includes('all at once')) inFlight.push(one)
    else ends(one, stage)
  }
  stage.world.passes(inFlight.length === 0 ? 0 : 0.1)
  for (const one of inFlight) one.ends()
}

/** Of `Retry-After: 29 down to 25`, what so manieth answer says. */
export const nth = (note: string, at: number): string =>
  note.replace(/^Retry-After: (\d+) down to \d+$/, (_, first) => `Retry-After: ${Number(first) - at}`)

/** `each after 2 s` is before every one of them, `after 2 s` before the first. */
export function pauseIn(said: readonly string[]): { seconds: number; isEach: boolean } {
  const [, each, seconds = '0'] =
    said.map(one => /^(each )?after ([\d.]+) s$/.exec(one)).find(one => one !== null) ?? []
  return { seconds: Number(seconds), isEach: each !== undefined }
}

function ends(one: { ends: () => unknown }, { world }: Stage): void {
  world.passes(0.002)
  one.ends()
}

/** What is no exchange. */
function happens(line: string, { world, keys, suppressed }: Stage): void {
  const [, hour, date] = /^(\d\d):00 in Tokyo of (\S+)$/.exec(line) ?? []
  const [, scopes] = /^The key has (.+)$/.exec(line) ?? []
  if (hour !== undefined) world.advances((Date.parse(`${date}T${hour}:00:00+09:00`) - world.now.at) / 1_000)
  else if (scopes !== undefined) keys.push({ tenant: 'pro', key: KEY, scopes: scopes.split(', ') })
  else if (line === 'Midnight in Tokyo') world.advances((Date.parse('2026-03-10T15:00:00Z') - world.now.at) / 1_000)
  else if (line === '2 events are not sent: the sends of the day are used up') {
    world.advances(4 * HOUR)
    const lost = { tenant: 'pro', at: world.now.at, resets_at: Date.parse('2026-03-10T15:00:00Z') }
    suppressed.push(lost, lost)
  } else throw new Error(`A line that nobody can play: ${line}`)
}

interface Delivering {
  readonly said: readonly string[]
  readonly at: number
  readonly stage: Stage
}

function delivers(what: string, status: number, { said, at, stage: { world, client } }: Delivering): void {
  const [, name = ''] = /^Delivery (\w+)/.exec(what) ?? []
  const taking = said.map(one => /^taking ([\d.]+) s$/.exec(one)?.[1]).find(one => one !== undefined)
  const meanwhile = said.map(one => /^with GET (\S+) meanwhile$/.exec(one)?.[1]).find(one => one !== undefined)
  const forged = said.includes('tampered') ? ({ forged: 'tampered' } as const) : {}
  const attempt = world.beginsAttempt({ delivery_id: at === 0 ? name : `${name}.${at}`, status, ...forged })
  if (meanwhile !== undefined) {
    world.passes(0.05)
    client.sends('GET', meanwhile)
  }
  world.passes(Number(taking ?? 0.002))
  attempt.ends({})
  // A receiver is not kept busy.
  world.passes(meanwhile === undefined ? 0 : 1)
}

interface Beginning {
  readonly said: readonly string[]
  readonly stage: Stage
}

function begins(what: string, answer: string, { said, stage }: Beginning) {
  const [method = '', target = '', ...words] = what.split(' ')
  const [status = 200, code] = [Number(answer.split(' ')[0]), answer.split(' ')[1]]
  const body = Object.fromEntries(words.map(word => word.split('='))) as {
    external_id?: string
    phone_number?: string
    url?: string
  }
  const query = new URLSearchParams(target.split('?')[1])
  if (method === 'POST' && target === '/webhooks') registers(stage, body.url)
  if (method === 'DELETE') stage.webhooks.shift()
  return stage.client.begins(method, target, {
    status,
    ...(status === 429 ? { code: code ?? 'rate_limit_exceeded' } : {}),
    ...(body.external_id === undefined ? {} : { fingerprint: hash(`${method} ${target} ${body.external_id}`) }),
    ...(target === '/calls/initiate' ? dialling({ as: body.external_id, to: body.phone_number, status }) : {}),
    ...(target === '/customers' && body.external_id !== undefined ? { registered: [hash(body.external_id)] } : {}),
    ...(method === 'PUT' && status === 200 ? { changed: !said.includes('nothing changed') } : {}),
    ...(query.has('from') ? { range: { from: query.get('from') ?? '', to: query.get('to') ?? '' } } : {}),
    ...(query.has('external_id') ? { external_id: hash(query.get('external_id') ?? '') } : {}),
    ...(target.includes('svc_live_') ? { key_in_url: KEY } : {}),
    scope: ENDPOINTS.find(one => one.method === method && one.path === target.split('?')[0])?.scope ?? null,
    ...Object.assign({}, ...said.map(note => noted(note, target, { said, stage }))),
  })
}

function registers({ webhooks }: Stage, url = `https://crm.example.com/${webhooks.length}`): void {
  const webhook_id = webhooks.length + 1
  const says = { events: ['call.completed'], filters: null, enabled: true, of_the_run: true }
  webhooks.push({ webhook_id, tenant: 'pro', url, ...says })
}

/** What a line says of an answer. */
function noted(note: string, target: string, { said, stage: { world } }: Beginning): RequestSays {
  const read = (pattern: RegExp) => pattern.exec(note)?.slice(1)
  const [retry] = read(/^Retry-After: (\d+)$/) ?? []
  const [page, of] = read(/^page (\d+) of (\d+)$/) ?? []
  const [remain, seconds] = read(/^(\d+) remain for (\d+) s$/) ?? []
  const [key] = read(/^key (\S+) of no world$/) ?? []
  if (retry !== undefined) return { retry_after: Number(retry) }
  if (note === 'answer lost') return { answered: 'cut', broken_off: 'dropped' }
  if (remain !== undefined) return { remaining: Number(remain), reset: world.now.at + Number(seconds) * 1_000 }
  if (key !== undefined) return { foreign_key: key }
  if (page !== undefined)
    return paged(target, Number(page), { of: Number(of), total: totalIn(said) ?? Number(of) * 50 })
  if (/^(?:each )?after [\d.]+ s$|^all at once$|^nothing changed$|^\d+ in all$/.test(note)) return {}
  throw new Error(`A note that nobody can play: ${note}`)
}

/** `60 in all` */
function totalIn(said: readonly string[]): number | undefined {
  const total = said.map(one => /^(\d+) in all$/.exec(one)?.[1]).find(one => one !== undefined)
  return total === undefined ? undefined : Number(total)
}

function paged(target: string, page: number, { of, total }: { of: number; total: number }): RequestSays {
  const asked = new URLSearchParams(target.split('?')[1]).get('page')
  const answer = hash(`${target.split('?')[0]} ${page} ${total}`)
  return { paging: { page: asked, current_page: page, last_page: of, total }, answer }
}
