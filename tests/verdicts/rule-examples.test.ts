import { afterAll, beforeAll, expect, test } from 'vitest'
import { RULE_PAGES } from '../../server/contract/rule-pages.ts'
import { filled } from '../../server/contract/sentences.ts'
import { type StartedEmulator, startEmulator } from '../../server/index.ts'
import { figuresOf } from '../../server/verdicts/rule-figures.ts'
import { nth, pauseIn } from '../support/played-lines.ts'
import { Scene } from './stories/scene.ts'

let emulator: StartedEmulator
beforeAll(async () => {
  emulator = await startEmulator({ port: 0, fixture: 'empty' })
})
afterAll(() => emulator.close())

type Page = (typeof RULE_PAGES)[keyof typeof RULE_PAGES]
const EXCHANGES = Object.entries<Page>(RULE_PAGES).flatMap(([id, page]) =>
  (['bad', 'good'] as const).map(
    kind => [kind, id, page[kind].map(line => filled(line, figuresOf(id)))] as [string, string, string[]],
  ),
)

/** Only requests: what a receiver answers is not the emulator's, and no key or webhook is as it is printed. */
const isOfRequests = ([, id, lines]: (typeof EXCHANGES)[number]) =>
  !['key_in_url', 'foreign_key', 'more_scopes_than_used', 'loss_not_reconciled'].includes(id) &&
  lines.every(line => !/Delivery|webhooks/.test(line))

const HOUR = 3_600
/** The instant of Tokyo at which the first answer says what it does. */
function clockOf(lines: readonly string[]): string {
  const all = lines.join('\n')
  const hour = /^(\d\d):00 in Tokyo of (\S+)$/m.exec(all)
  if (hour !== null) return `${hour[2]}T${hour[1]}:00:00+09:00`
  const wait = Number(/Retry-After: (\d+)/.exec(all)?.[1] ?? 60)
  const [seconds, minutes] = wait >= HOUR ? [0, 60 * (24 - wait / HOUR)] : [(60 - wait) % 60, 12 * 60]
  return new Date(Date.parse('2026-03-10T00:00:00+09:00') + minutes * 60_000 + seconds * 1_000).toISOString()
}

class Play {
  readonly #scene: Scene
  #customers: number[] = []
  #people = 0
  /** The limit is used up once: what comes later meets what the emulator makes of that. */
  #isFull = false

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** Some customers, so that there is one to be read and changed. */
  async begins(): Promise<void> {
    for (let n = 0; n < 2; n += 1) {
      const { json } = await this.#scene.post('/customers', this.#scene.customer())
      this.#customers.push(json.data.customer_id)
    }
  }

  /** What was answered, in the words of the line. */
  async plays(line: string): Promise<{ said: string; shown: string } | undefined> {
    const [, times = '1', step = ''] = /^(?:(\d+) × )?(.*)$/.exec(line) ?? []
    const [what = '', result] = step.split(' → ')
    if (result === undefined) return undefined
    const [answer = '', ...notes] = result.split(', ')
    const { seconds, isEach } = pauseIn(notes)
    const answers: string[] = []
    const wanted: string[] = []
    for (let at = 0; at < Number(times); at += 1) {
      if ((isEach || at === 0) && seconds > 0) await this.#scene.passes(`PT${seconds}S`)
      const own = notes.map(note => nth(note, at))
      await this.#stages(answer, own)
      wanted.push([answer, ...own.filter(isOfAnswer)].join(', '))
      answers.push(await this.#sends(what, answer, own))
    }
    return { said: answers.join('; '), shown: wanted.join('; ') }
  }

  async #stages(answer: string, notes: readonly string[]): Promise<void> {
    const { world, tenant } = this.#scene
    const [status = '', code] = answer.split(' ')
    if (status === '429' && !this.#isFull)
      await tenant.limits.set(code === undefined ? { minute: { used: 'limit' } } : { day: { used: 'limit' } })
    if (notes.some(note => note.startsWith('0 remain'))) await tenant.limits.set({ minute: { used: 'limit-1' } })
    this.#isFull ||= status === '429' || notes.some(note => note.startsWith('0 remain'))
    if (status.startsWith('5')) await world.faults.add({ effect: { status: Number(status) }, times: 1 })
    if (notes.includes('answer lost')) await world.faults.add({ effect: { drop: true }, times: 1 })
    if (status === '409' && this.#people === 0) await this.#scene.call({ external_id: 'crm-7' })
    const total = notes.map(note => /^(\d+) in all$/.exec(note)?.[1]).find(one => one !== undefined)
    const pages = notes.map(note => /^page \d+ of (\d+)$/.exec(note)?.[1]).find(one => one !== undefined)
    const all = total === undefined ? (pages === undefined ? 0 : Number(pages) * 50 - 10) : Number(total)
    const missing = all - this.#customers.length
    if (missing <= 0) return
    await this.#scene.customers(missing)
    this.#customers.push(...Array.from({ length: missing }, () => 0))
  }

  async #sends(what: string, answer: string, notes: readonly string[]): Promise<string> {
    const [method = 'GET', target = '', ...words] = what.split(' ')
    const body = Object.fromEntries(words.map(word => word.split('=') as [string, string]))
    const path = target.replace(/\/customers\/\d+$/, `/customers/${this.#customers[0]}`)
    const sent = await this.#scene
      .send(method as 'GET', path, this.#bodyOf(method, target, body, { answer, notes }))
      .catch(() => undefined)
    // What was lost is as it was handled.
    if (sent === undefined) return `${(await this.#scene.world.requests.list())[0]?.status}, answer lost`
    const { status, headers, json } = sent
    const code = answer.includes(' ') ? ` ${json.error?.code ?? json.code}` : ''
    const paging = json?.pagination ?? {}
    const told = notes.filter(isOfAnswer).map(note => {
      if (note.startsWith('Retry-After')) return `Retry-After: ${headers['retry-after']}`
      if (note.startsWith('page')) return `page ${paging.current_page} of ${paging.last_page}`
      if (note.endsWith('in all')) return `${paging.total} in all`
      const seconds = Number(headers['x-ratelimit-reset']) - secondsNow(headers)
      return `${headers['x-ratelimit-remaining']} remain for ${seconds} s`
    })
    return [`${status}${code}`, ...told].join(', ')
  }

  #bodyOf(
    method: string,
    target: string,
    body: Record<string, string>,
    { answer, notes }: { answer: string; notes: readonly string[] },
  ): object | undefined {
    if (method === 'GET' || method === 'DELETE') return undefined
    const { staffIds, projectIds } = this.#scene.tenant
    this.#people += 1
    if (target === '/calls/initiate')
      return { phone_number: '03-1234-0001', staff_id: staffIds[0], project_id: projectIds[0], ...body }
    if (target === '/customers/bulk') return { customers: [this.#scene.customer()] }
    if (target.startsWith('/customers/'))
      return { name: notes.includes('nothing changed') ? '山田' : `山田${this.#people}` }
    return { ...this.#scene.customer(body), ...(answer === '422' ? { name: '' } : {}) }
  }
}

const secondsNow = (headers: Record<string, string | string[] | undefined>): number =>
  Date.parse(String(headers.date)) / 1_000

/** What an answer says, and not when it came. */
const isOfAnswer = (note: string): boolean => /^Retry-After: |^page \d|in all$| remain for |^answer lost$/.test(note)

test.each(EXCHANGES.filter(isOfRequests))(
  'the %s exchange on the page of %s is what the emulator answers',
  async (_kind, _id, lines) => {
    await using world = await emulator.createWorld({ fixture: 'empty', clock: clockOf(lines), pace: 'frozen' })
    await using scene = new Scene(world, 'max')
    const play = new Play(scene)
    await play.begins()
    for (const line of lines) {
      const played = await play.plays(line)
      expect([line, played?.said]).toEqual([line, played?.shown])
    }
  },
)
