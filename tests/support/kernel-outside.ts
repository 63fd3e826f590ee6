import { strictEqual } from 'node:assert'
import type { Job, JobHandler } from '../../server/kernel/job.ts'
import { Bench, eventLoopPass } from './kernel-bench.ts'

/** A receiver that answers when it is told to; it notes what is sent, recorded and when. */
export function outside(bench: Bench, laneOf: (job: Job) => string = job => job.subject) {
  const answers = new Map<string, (outcome: string) => void>()
  const handler: JobHandler = {
    lane: laneOf,
    callsOut: () => true,
    send: (job, signal) => {
      strictEqual(bench.store.depth, 0, 'sent within a transaction')
      bench.log.push(`send ${job.subject} @${bench.at}`)
      return new Promise((resolve, reject) => {
        answers.set(job.subject, resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    },
    record: (job, outcome) => {
      strictEqual(bench.store.depth, 1, 'recorded without a transaction')
      bench.log.push(`record ${job.subject} ${outcome} @${bench.at}`)
    },
  }
  return {
    handler,
    answer: async (subject: string, outcome = 'ok') => {
      answers.get(subject)?.(outcome)
      await eventLoopPass()
    },
  }
}

/** A bench whose jobs of the kind `send` go to such a receiver. */
export function benchWithOutside(options: ConstructorParameters<typeof Bench>[0] = {}, laneOf?: (job: Job) => string) {
  let made: ReturnType<typeof outside> | undefined
  const bench = new Bench({
    ...options,
    handlers: bench => {
      made = outside(bench, laneOf)
      return { send: made.handler, ...options.handlers?.(bench) }
    },
  })
  return { bench, answer: (made as ReturnType<typeof outside>).answer }
}
