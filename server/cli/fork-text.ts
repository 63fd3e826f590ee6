import type { Sending } from '../contract/sending.ts'
import { counted } from '../contract/sentences.ts'
import type { ClockView, WorldHandle, WorldView } from '../index.ts'
import { keyTable } from './key-table.ts'
import { tokyoTime } from './log-table.ts'
import { namedIn, numberOf } from './named-request.ts'
import { here } from './own-command.ts'

type Pace = ClockView['pace']

/** What a fork does not say of itself. */
interface Fork {
  /** The world that was forked. */
  readonly origin: { readonly world_id: string; readonly pace: Pace }
  /** The request before which it was: `#2 (GET /customers)`. */
  readonly before: string | undefined
  readonly sending: Sending
  /** Whether another seed was asked for. */
  readonly reseeded: boolean
  /** Its keys whose values no command shows later. */
  readonly shownOnce: ReadonlySet<string>
}

export async function forkOf(
  forked: WorldHandle,
  origin: WorldHandle,
  { reseeded }: Pick<Fork, 'reseeded'>,
): Promise<Fork> {
  const request_id = forked.view.forked_from?.request_id ?? null
  const { pace } = await origin.clock.get()
  const { sending } = await forked.sending()
  const { tenants } = await forked.client.get<WorldView>([])
  const hidden = tenants.flatMap(({ keys }) => keys.filter(({ key }) => key === undefined || key === null))
  return {
    origin: { world_id: origin.id, pace },
    before: request_id === null ? undefined : await namedIn(origin, request_id),
    sending,
    reseeded,
    shownOnce: new Set(hidden.map(({ key_id }) => key_id)),
  }
}

/** Of which world it is the fork, from where on, what goes on in both, and with which keys it is asked. */
export function forkText(view: WorldView, { origin, before, sending, reseeded, shownOnce }: Fork): string {
  const { world_id, now, tenants, seed, forked_from } = view
  const place = before === undefined ? 'as it was at' : `as it was just before request ${before}, at`
  const standing =
    origin.pace === 'frozen'
      ? `, as that of ${origin.world_id} does`
      : `; ${origin.world_id} goes on (${typeof origin.pace === 'number' ? `${origin.pace} times as fast as real time` : origin.pace})`
  const inboxes =
    sending === 'inbox_only'
      ? [
          'Its deliveries reach inboxes only. To let them out:',
          `  ${here(`world sending everywhere --world ${world_id}`)}`,
        ]
      : [`Its deliveries go where those of ${origin.world_id} go.`]
  const again = [
    `The request stands last in its journal, as ${origin.world_id} answered it; data and limits are as before it. To send it again there:`,
    `  ${here(`logs replay ${numberOf(forked_from?.request_id ?? '')} --world ${world_id}`)}`,
  ]
  const firsts = tenants.flatMap(({ keys: [first] }) => first?.key_id ?? [])
  const all = tenants.flatMap(({ keys }) => keys)
  const isShown = (key_id: string) => firsts.includes(key_id) || shownOnce.has(key_id)
  const more = all.filter(({ key_id }) => !isShown(key_id)).length
  return [
    `World ${world_id} is world ${origin.world_id} ${place} ${tokyoTime(now)} JST.`,
    '',
    `Its clock stands still${standing}. To let it run:`,
    `  ${here(`clock live --world ${world_id}`)}`,
    ...inboxes,
    ...(reseeded ? [`From there on, chance decides by the seed ${seed}.`] : []),
    ...(before === undefined ? [] : again),
    ...(all.length === 0
      ? []
      : [
          '',
          `It is asked with keys of its own; those of ${origin.world_id} do not lead to it.`,
          keyTable(view, isShown),
        ]),
    ...(more === 0 ? [] : [`and ${counted(more, 'other key')}: ${here(`world show ${world_id}`)}`]),
  ].join('\n')
}
