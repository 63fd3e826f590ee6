import { createHash } from 'node:crypto'
import type { Emulator } from '../../server/emulator.ts'
import { dumpDatabase, scrub } from '../support/dump.ts'
import { watchRejections } from '../support/unhandled-rejections.ts'
import { Answers } from './answers.ts'
import { Askings, pick } from './asking.ts'
import type { Bench } from './bench.ts'
import { Changes } from './changes.ts'
import { type Command, TENANTS } from './commands.ts'
import { Keys } from './keys.ts'
import { alive, Model } from './model.ts'
import { Processes } from './processes.ts'
import { same, saw } from './proof.ts'
import { Requests } from './requests.ts'
import { noticeState } from './situations.ts'
import { DAY, START } from './start.ts'
import { State } from './state.ts'
import { Subject } from './subject.ts'
import type { Tenant } from './vocabulary.ts'
import { Walks } from './walks.ts'

export interface RunOptions {
  /** Breaks the emulator in a known way. */
  readonly mutate?: (emulator: Emulator) => void
}

/** Does the commands against the emulator and the model alike, and compares them all the way. */
export async function run(commands: readonly Command[], options?: RunOptions): Promise<void> {
  await runThen(() => undefined, commands, options)
}

/** The same, and a digest of what happened. */
export function digestOf(commands: readonly Command[]): Promise<string> {
  return runThen(doing => doing.digest(), commands)
}

async function runThen<Result>(
  result: (doing: Run) => Result,
  commands: readonly Command[],
  { mutate }: RunOptions = {},
): Promise<Result> {
  using rejections = watchRejections()
  await using subject = await Subject.start(START, mutate)
  const doing = new Run(subject)
  for (const command of commands) await doing.do(command)
  await doing.end()
  const got = result(doing)
  await new Promise(setImmediate)
  same('I35', rejections.seen.map(String), [], 'rejections that nobody handled')
  return got
}

const MOVES_LIMITS = new Set<Command['do']>(['parallel', 'plan', 'openApi'])

const wasCounted = ({ used }: Tenant): boolean => Object.values(used).some(windows => windows.size > 0)

class Run {
  readonly #bench: Bench
  readonly #requests: Requests
  readonly #changes: Changes
  readonly #walks: Walks
  readonly #processes: Processes
  readonly #state: State
  #checkedCallBacks = 0

  constructor(subject: Subject) {
    const model = new Model(START)
    for (const slug of TENANTS) {
      const { plan, open_api_enabled: open, staff_ids: staff, project_ids: projects } = subject.viewOf(slug)
      model.addTenant({ slug, plan, open, staff, projects })
    }
    const [askings, answers, keys] = [new Askings(model, subject), new Answers(model), new Keys(subject)]
    this.#bench = { subject, model, askings, answers, keys, trace: [] }
    this.#requests = new Requests(this.#bench)
    this.#changes = new Changes(this.#bench)
    this.#walks = new Walks(this.#bench, { requests: this.#requests, changes: this.#changes })
    this.#processes = new Processes(this.#bench, this.#changes)
    this.#state = new State(model, subject)
  }

  async do(command: Command): Promise<void> {
    await this.#do(command)
    this.#bench.answers.endCommand()
    this.#checkCallBacks()
    this.#processes.notice()
    this.#state.compare()
    // The counters of all tenants were compared in any case; what the API makes of them is asked of the one whose limits may have moved.
    if (MOVES_LIMITS.has(command.do)) await this.#state.compareLimits([this.#tenant(command as { tenant: number })])
    noticeState(this.#bench.model)
  }

  /** Heals all receivers, lets all waits pass, and compares everything once more. */
  async end(): Promise<void> {
    for (const tenant of this.#bench.model.tenants) await this.#changes.heal(tenant)
    await this.#changes.advance(4 * DAY)
    this.#checkCallBacks()
    this.#processes.notice()
    this.#state.compare()
    await this.#state.compareLimits(this.#bench.model.tenants.filter(wasCounted))
    this.#state.checkEnd()
    same('I35', this.#bench.subject.defects.map(String), [], 'defects')
  }

  /** Every byte that was answered, and every row. */
  digest(): string {
    const everything = [this.#bench.trace.map(scrub), dumpDatabase(this.#bench.subject.db)]
    return createHash('sha256').update(JSON.stringify(everything)).digest('hex')
  }

  async #do(command: Command): Promise<void> {
    const { subject, model, askings, keys } = this.#bench
    switch (command.do) {
      case 'ask': {
        const tenant = this.#tenant(command)
        await this.#requests.ask(tenant, keys.of(tenant, command.key), askings.prepare(tenant, command.what))
        return
      }
      case 'parallel':
        return this.#requests.parallel(this.#tenant(command), command)
      case 'limit':
        return this.#changes.setLimit(this.#tenant(command), command)
      case 'advance':
        saw('jump over two midnights with deliveries pending', command.by > 2 * DAY && model.pending().length > 0)
        return this.#changes.advance(command.by)
      case 'boundary':
        return this.#changes.toBoundary(command)
      case 'wait':
        return this.#walks.wait(this.#tenant(command))
      case 'restart':
        return this.#processes.restart(command.how)
      case 'killSend':
        return this.#processes.killSend(this.#tenant(command), command.nth)
      case 'killTest':
        return this.#processes.killTest(this.#tenant(command), command.nth)
      case 'plan':
      case 'openApi':
        return this.#changes.changeTenant(this.#tenant(command), command)
      case 'issueKey':
        return keys.issue(this.#tenant(command), command.scopes)
      case 'revokeKey':
        return keys.revoke(this.#tenant(command))
      case 'place':
        return this.#changes.place(this.#tenant(command), command)
      case 'step':
        return this.#changes.step(this.#tenant(command), command)
      case 'behave': {
        const webhook = pick(alive(this.#tenant(command)), command.nth)
        if (webhook !== undefined) await this.#changes.behave(webhook, command.behaviour, command.times)
        return
      }
      case 'redeliver':
        return this.#changes.redeliver(command.nth)
      case 'fault': {
        const effect = command.effect === 'drop' ? { drop: true } : { status: 503 }
        const { slug: tenant } = this.#tenant(command)
        await subject.control('POST', '/faults', { match: { tenant }, effect, times: 1 })
        model.faults.push({ tenant, effect: command.effect })
        return
      }
      case 'pages':
        return this.#walks.pages(this.#tenant(command))
      case 'reports':
        return this.#walks.reports(this.#tenant(command))
    }
  }

  /** What receivers were answered that called back, against what the model says. */
  #checkCallBacks(): void {
    const { subject, model } = this.#bench
    const replies = subject.calledBack.slice(this.#checkedCallBacks)
    const expected = model.callBacks.slice(this.#checkedCallBacks)
    this.#checkedCallBacks = model.callBacks.length
    const line = (call_id: string, status: number) => `${call_id} ${status}`
    same(
      'I1',
      replies.map(({ call_id, reply }) => line(call_id, reply.status)).sort(),
      expected.map(({ call, expected }) => line(call.id, expected.status)).sort(),
      'answers to receivers',
    )
    for (const { reply, call_id } of replies) {
      const told = expected.find(({ call }) => call.id === call_id)
      same('I30', reply.headers.date, new Date(told?.at ?? 0).toUTCString(), 'the time that a receiver is told')
      saw('receiver asked back during its delivery', reply.status === 200)
    }
  }

  #tenant({ tenant }: { tenant: number }): Tenant {
    return pick(this.#bench.model.tenants, tenant)
  }
}
