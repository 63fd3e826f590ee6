import type { JsonSchema } from './assumption-entry.ts'
import { PAGE_SIZE } from './constants.ts'
import { FAULT_FIELDS, FAULT_OUTCOMES, type FaultOutcome } from './control-bodies.ts'
import { SUBSCRIBABLE_EVENTS, type SubscribableEvent } from './events.ts'

/** A bad day, staged and judged: what is done to a world, when it has come upon the client, and how one behaves that is ready for it. */
export interface Drill {
  readonly drill: string
  readonly title: string
  readonly stages: readonly Stage[]
  readonly met_when: MetWhen
  readonly passes_when: readonly PassesWhen[]
  readonly needs_receiver?: boolean | undefined
  /** A client that has ended before midnight in Tokyo is started once more after it. */
  readonly again?: 'after_tokyo_midnight' | undefined
  /** How much longer it listens after its last step, in real time: ISO 8601. */
  readonly listens?: string | undefined
}

/** When a stage happens that does not happen at the beginning. */
export const CUES = ['first_request', 'first_page', 'four_answers', 'acknowledged'] as const
/**
 * `first_request`: a client was answered. `first_page`: the first of several pages of a list was answered. `four_answers`: four more requests were
 * answered. `acknowledged`: a receiver has acknowledged a delivery for the first time.
 */
export type Cue = (typeof CUES)[number]

/** The endpoints with several pages that a client of the contract reads to the end. */
export const DRILLED_LISTS = ['listCustomers', 'listCalls'] as const
export type DrilledList = (typeof DRILLED_LISTS)[number]

/** One thing that is done to the world. It does exactly one of what follows `text`, and `when`, `list` and `after` say when. */
export interface Stage {
  readonly text: string
  readonly when?: Cue | undefined
  /** Whose first page it is, with that cue; of the list that comes first when left out. */
  readonly list?: DrilledList | undefined
  /** Real time after its cue: ISO 8601. */
  readonly after?: string | undefined
  /** Moves the clock to shortly before something and runs it live from there. */
  readonly clock?: { readonly before: 'next_minute' | 'tokyo_midnight'; readonly by: string } | undefined
  /** Counters of every tenant. */
  readonly limits?:
    | { readonly [Name in 'minute' | 'day' | 'webhook_sends']?: 'limit' | 'limit-1' | undefined }
    | undefined
  readonly faults?: readonly StagedFault[] | undefined
  /** The same faults once more for each endpoint. The first of them hits first. */
  readonly faults_everywhere?: readonly Omit<StagedFault, 'match'>[] | undefined
  /** At least so many customers, with room for so many on the last page; or so many more. */
  readonly customers?: { readonly at_least: number; readonly room: number } | { readonly more: number } | undefined
  /** Refuses to begin in a world whose calls do not reach back so many days. */
  readonly history?: { readonly days: number } | undefined
  /** Events one after the other, each about another call, which is placed for it. */
  readonly events?: readonly SubscribableEvent[] | undefined
  /** Events of one call, which is placed for them, the newest first: each occurred a minute before the one that is sent before it. */
  readonly newest_first?: readonly SubscribableEvent[] | undefined
  /** A call that ends one second later. Where a tenant has no webhook, it gets one that leads to an inbox. */
  readonly call_ends?: true | undefined
  /** The next page of the list is cut off at half the length of this one. */
  readonly cuts_next_page?: true | undefined
  /** The next answer is held until the client leaves, at most this long: ISO 8601. */
  readonly holds_next?: string | undefined
  /** The delivery that was acknowledged is sent again. */
  readonly redelivers?: true | undefined
}

export interface StagedFault {
  readonly match?:
    | {
        readonly method?: string | undefined
        readonly path?: string | undefined
        readonly outcome?: FaultOutcome | undefined
      }
    | undefined
  readonly effect: { readonly [name: string]: string | number | boolean }
  readonly times?: number | undefined
}

/** Requests of clients. What is left out matches all. */
export interface RequestsLike {
  readonly endpoint?: string | undefined
  readonly status?: number | undefined
  readonly code?: string | undefined
  readonly answered?: 'whole' | 'cut' | 'gone' | undefined
  /** It has placed a call. */
  readonly placed_call?: true | undefined
  /** It asked for a range of days. */
  readonly range?: true | undefined
  /** Pages of a list from this one on. */
  readonly page_from?: number | undefined
}

/** Attempts of deliveries at a receiver. */
export interface AttemptsLike {
  readonly forged?: boolean | undefined
  readonly repeat?: boolean | undefined
  readonly event?: SubscribableEvent | undefined
}

/** When the situation has come upon the client: all that is given here. */
export interface MetWhen {
  readonly text: string
  /** What is missing otherwise: "your command sent no POST /calls/initiate". */
  readonly otherwise: string
  readonly requests?: RequestsLike | undefined
  readonly attempts?: AttemptsLike | undefined
  readonly both_attempted?: readonly SubscribableEvent[] | undefined
  /** How many of these; once when left out. */
  readonly times?: number | undefined
  /** An event was not sent, because the sends of the day were used up. */
  readonly suppressed?: true | undefined
  /** A list had another total while it was read. */
  readonly total_moved?: true | undefined
}

/**
 * `success`: 2xx. `final`: neither 429 nor 5xx, so there is nothing to try again, such as 404 for a customer who is not there. `whole`: any answer
 * that was not cut.
 */
export const ANSWERED_UNTIL = ['success', 'final', 'whole'] as const
export type AnsweredUntil = (typeof ANSWERED_UNTIL)[number]

/** How one behaves that is ready for it. It holds when everything does that is given here. */
export interface PassesWhen {
  readonly text: string
  /** Rules of the verdicts that must not have found an error or a warning. */
  readonly rules?: readonly string[] | undefined
  /**
   * Each request answers for itself: only errors of these rules count, and only a request that came again too early itself leaves it in doubt. Workers
   * beside it, with other requests, need not hold back.
   */
  readonly each_for_itself?: true | undefined
  /** And that one of these rules was seen to be kept: that it found nothing is not enough. */
  readonly shown?: true | undefined
  /** Each of these requests came again later, and then was answered in this way. */
  readonly came_again?: { readonly of: RequestsLike; readonly until: AnsweredUntil } | undefined
  /** Each of these requests was successful; one that could not be answered at the time may come again for it. */
  readonly succeeded?: RequestsLike | undefined
  /** Each of these attempts was answered 2xx, or none. */
  readonly acknowledged?: { readonly of: AttemptsLike; readonly is: boolean } | undefined
  /** Nobody was called twice. */
  readonly one_call_each?: true | undefined
  /** Every customer of the tenant was in a page that was answered. */
  readonly all_customers_listed?: true | undefined
  /** A URL that counts its work did not rise after a delivery that came again. Without a probe that is not tried, and the drill says so. Nothing else beside it. */
  readonly works_once?: true | undefined
  /** After the sends of a day had begun anew, the calls of the day were listed on which an event was not sent. */
  readonly listed_after_midnight?: true | undefined
}

const text = { type: 'string', minLength: 1, maxLength: 500 } as const
const duration = { type: 'string', pattern: '^P', maxLength: 40 } as const
const yes = { enum: [true] } as const
const object = (properties: { readonly [name: string]: JsonSchema }, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: [...required],
  properties,
})

const requests = object({
  endpoint: text,
  status: { type: 'integer', minimum: 100, maximum: 599 },
  code: text,
  answered: { enum: ['whole', 'cut', 'gone'] },
  placed_call: yes,
  range: yes,
  page_from: { type: 'integer', minimum: 1 },
} satisfies Record<keyof RequestsLike, JsonSchema>)
const event = { enum: [...SUBSCRIBABLE_EVENTS] }
const attempts = object({
  forged: { type: 'boolean' },
  repeat: { type: 'boolean' },
  event,
} satisfies Record<keyof AttemptsLike, JsonSchema>)
const used = { enum: ['limit', 'limit-1'] }
const times = { type: 'integer', minimum: 1, maximum: 1_000 }
const fault = { effect: FAULT_FIELDS.effect, times }
const count = { type: 'integer', minimum: 1, maximum: 5_000 }

/** The schema of a drill in a file. */
export const DRILL_SCHEMA: JsonSchema = object(
  {
    drill: { type: 'string', pattern: '^[a-z0-9][a-z0-9_]{0,40}$' },
    title: text,
    stages: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: {
        ...object(
          {
            text,
            when: { enum: [...CUES] },
            list: { enum: [...DRILLED_LISTS] },
            after: duration,
            clock: object({ before: { enum: ['next_minute', 'tokyo_midnight'] }, by: duration }, ['before', 'by']),
            limits: object({ minute: used, day: used, webhook_sends: used }),
            faults: {
              type: 'array',
              minItems: 1,
              maxItems: 50,
              items: object(
                { match: object({ method: text, path: text, outcome: { enum: [...FAULT_OUTCOMES] } }), ...fault },
                ['effect'],
              ),
            },
            faults_everywhere: { type: 'array', minItems: 1, maxItems: 10, items: object(fault, ['effect']) },
            customers: {
              anyOf: [
                object({ at_least: count, room: { type: 'integer', minimum: 0, maximum: PAGE_SIZE - 1 } }, [
                  'at_least',
                  'room',
                ]),
                object({ more: count }, ['more']),
              ],
            },
            history: object({ days: count }, ['days']),
            events: { type: 'array', minItems: 1, maxItems: 20, items: event },
            newest_first: { type: 'array', minItems: 2, maxItems: 20, items: event },
            call_ends: yes,
            cuts_next_page: yes,
            holds_next: duration,
            redelivers: yes,
          } satisfies Record<keyof Stage, JsonSchema>,
          ['text'],
        ),
      },
    },
    met_when: object(
      {
        text,
        otherwise: text,
        requests,
        attempts,
        both_attempted: { type: 'array', minItems: 1, maxItems: 2, items: event },
        times,
        suppressed: yes,
        total_moved: yes,
      } satisfies Record<keyof MetWhen, JsonSchema>,
      ['text', 'otherwise'],
    ),
    passes_when: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: object(
        {
          text,
          rules: { type: 'array', minItems: 1, maxItems: 50, items: text },
          each_for_itself: yes,
          shown: yes,
          came_again: object({ of: requests, until: { enum: [...ANSWERED_UNTIL] } }, ['of', 'until']),
          succeeded: requests,
          acknowledged: object({ of: attempts, is: { type: 'boolean' } }, ['of', 'is']),
          one_call_each: yes,
          all_customers_listed: yes,
          works_once: yes,
          listed_after_midnight: yes,
        } satisfies Record<keyof PassesWhen, JsonSchema>,
        ['text'],
      ),
    },
    needs_receiver: { type: 'boolean' },
    again: { enum: ['after_tokyo_midnight'] },
    listens: duration,
  } satisfies Record<keyof Drill, JsonSchema>,
  ['drill', 'title', 'stages', 'met_when', 'passes_when'],
)
