import type { Command } from 'commander'
import type { InboxBehaviour, InboxSummary } from '../../index.ts'
import { toIsoDuration } from '../durations.ts'
import { tokyoTime } from '../log-table.ts'
import { table } from '../output.ts'
import { onWorld, withExamples, withSubcommandExamples } from '../target.ts'
import { wholeNumber } from '../whole-number.ts'

interface AnswerFlags {
  status?: string
  delay?: string
  times?: string
}

export function configure(command: Command): void {
  withExamples(
    command,
    'ringback inbox show crm',
    'ringback inbox answer crm --status 500 --times 2',
    'ringback inbox clear crm',
  )
  onWorld(command.command('list').summary('list receivers inside Ringback'), async ({ world, print }) => {
    const inboxes = await world.client.list<InboxSummary>(['inbox'])
    const rows = inboxes.map(({ name, url, messages, unverified }) => [name, url, messages, unverified])
    print(inboxes, () => table(['INBOX', 'URL', 'MESSAGES', 'INVALID'], rows, 'No inboxes.'))
  })
  onWorld(
    command.command('show').argument('<name>', 'name of the inbox').summary('show what an inbox received'),
    async ({ world, print }, name: string) => {
      const messages = await world.inbox(name).messages()
      const rows = messages.map(({ received_at, event, delivery_id, verified, answered_status }) => [
        tokyoTime(received_at),
        event,
        delivery_id,
        verified ? 'valid' : 'INVALID',
        answered_status,
      ])
      print(messages, () =>
        table(['AT (JST)', 'EVENT', 'DELIVERY', 'SIGNATURE', 'ANSWERED'], rows, `Inbox ${name} is empty.`),
      )
    },
  )
  const answer = command
    .command('answer')
    .argument('<name>', 'name of the inbox')
    .summary('set how an inbox answers; without flags, 200 at once')
    .option('--status <code>', 'status')
    .option('--delay <duration>', 'real time before the answer: 40s or PT40S')
    .option('--times <count>', 'for so many messages')
  onWorld(answer, async ({ world, print }, name: string) => {
    const { status, delay, times } = answer.opts<AnswerFlags>()
    const behaviour: InboxBehaviour = {
      status: status === undefined ? undefined : wholeNumber('status', status),
      delay: delay === undefined ? undefined : toIsoDuration(delay),
      times: times === undefined ? undefined : wholeNumber('times', times, { from: 1 }),
    }
    const view = await world.inbox(name).behave(behaviour)
    print(view, answersText(name, behaviour))
  })
  onWorld(
    command.command('clear').argument('<name>', 'name of the inbox').summary('clear an inbox'),
    async ({ world, print }, name: string) => {
      await world.inbox(name).clear()
      print({ cleared: name }, `Inbox ${name} is empty.`)
    },
  )
  withSubcommandExamples(command, {
    list: 'ringback inbox list',
    show: 'ringback inbox show crm',
    answer: ['ringback inbox answer crm --status 500 --times 2', 'ringback inbox answer crm --delay PT40S'],
    clear: 'ringback inbox clear crm',
  })
}

/** `Inbox crm answers the next 2 messages with 500 after PT2S, and then 200 at once.` */
function answersText(name: string, { status = 200, delay, times }: InboxBehaviour): string {
  const how = `${status}${delay === undefined ? '' : ` after ${delay}`}`
  if (times === undefined) return `Inbox ${name} answers ${how}.`
  return `Inbox ${name} answers the next ${times === 1 ? 'message' : `${times} messages`} with ${how}, and then 200 at once.`
}
