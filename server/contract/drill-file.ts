import type { JsonSchema } from './assumption-entry.ts'
import {
  type AttemptsLike,
  DRILL_SCHEMA,
  type Drill,
  type MetWhen,
  type PassesWhen,
  type RequestsLike,
  type Stage,
} from './drill.ts'

const DRILL_TEXTS = {
  drill: 'Its name, for --only and reports: small letters, digits and _',
  title: 'What happens, as a sentence',
  stages: 'What is done to the world, in order. Each does one thing, at the beginning or at its cue',
  met_when: 'When the situation has come upon the client. One that never met it has not passed',
  passes_when: 'How a client behaves that is ready for it: all of these hold',
  needs_receiver: 'It is left out without --receiver',
  again: 'A command that has ended before midnight in Tokyo is started once more after it',
  listens: 'How much longer it listens after its last step, in real time: PT10S',
} as const satisfies Record<keyof Drill, string>

const STAGE_TEXTS = {
  text: 'What is done, in words, for reports',
  when: 'Its cue; left out, it is done at the beginning. first_request: a client was answered. first_page: the first of several pages of a list was. four_answers: four more requests were. acknowledged: a receiver has acknowledged a delivery for the first time',
  list: 'With first_page: of which list. Left out, of the one that comes first',
  after: 'Real time after its cue: PT2S',
  clock: 'Moves the clock to shortly before something, and runs it live from there',
  limits: 'What is used of each limit of every tenant',
  faults: 'Faults, as "ringback fault add" takes them. The first of them hits first',
  faults_everywhere: 'The same faults once more for each endpoint',
  customers: 'At least so many customers, with room for so many on the last page; or so many more',
  history: 'Refuses to begin in a world whose calls do not reach back so many days',
  events: 'Events one after the other, each about another call, which is placed for it',
  newest_first: 'Events of one call, which is placed for them, the newest first',
  call_ends: 'A call that ends one second later',
  cuts_next_page: 'The next page of the list is cut off at half the length of this one',
  holds_next: 'The next answer is held until the client leaves, at most this long: PT60S',
  redelivers: 'The delivery that was acknowledged is sent again',
} as const satisfies Record<keyof Stage, string>

const MET_TEXTS = {
  text: 'The situation, in words',
  otherwise: 'What is missing when it was not met: "your command sent no POST /calls/initiate"',
  requests: 'Requests like these came',
  attempts: 'Attempts of deliveries like these were made',
  both_attempted: 'Deliveries of each of these events were attempted',
  times: 'How many of these; one when left out',
  suppressed: 'An event was not sent, because the webhook sends of the day were used up',
  total_moved: 'A list had another total while it was read',
} as const satisfies Record<keyof MetWhen, string>

const PASSES_TEXTS = {
  text: 'The condition, in words, for reports',
  rules: 'Rules of the verdicts that must not have found an error or a warning; "ringback verdicts explain" has them',
  each_for_itself: 'Only errors of these rules count, and only a request that came again too early itself is in doubt',
  shown: 'And one of these rules was seen to be kept: that it found nothing is not enough',
  came_again:
    'Each of these requests came again later, and then was answered so. success: 2xx. final: neither 429 nor 5xx. whole: any answer that was not cut',
  succeeded: 'Each of these requests was successful',
  acknowledged: 'Each of these attempts was answered 2xx, or none of them',
  one_call_each: 'Nobody was called twice',
  all_customers_listed: 'Every customer of the tenant was in a page that was answered',
  works_once:
    'The number at a URL that counts its work did not rise after a delivery that came again; without --effects it is not tried. It needs a row of its own',
  listed_after_midnight: 'After midnight in Tokyo, the calls of the day were listed on which an event was not sent',
} as const satisfies Record<keyof PassesWhen, string>

const REQUESTS_TEXTS = {
  endpoint: 'Operation id, such as initiateCall',
  status: 'Status that the client was sent',
  code: 'Error code, such as rate_limit_exceeded',
  answered: 'How the answer left: whole, cut, or gone with its client',
  placed_call: 'It has placed a call',
  range: 'It asked for a range of days',
  page_from: 'Pages of a list from this one on',
} as const satisfies Record<keyof RequestsLike, string>

const ATTEMPTS_TEXTS = {
  forged: 'A fault has forged it, or not',
  repeat: 'Its delivery had been acknowledged before, or not',
  event: 'Of this event',
} as const satisfies Record<keyof AttemptsLike, string>

type Texts = Readonly<Record<string, string>>
type Properties = { readonly [name: string]: JsonSchema }
const propertiesOf = (schema: JsonSchema | undefined) => (schema?.properties ?? {}) as Properties

/** The schema of an object with what each of its fields says, and some of them in another form. */
function described(schema: JsonSchema | undefined, texts: Texts, inside: Properties = {}): JsonSchema {
  const fields = Object.entries(propertiesOf(schema)).map(([name, field]) => [
    name,
    { ...(inside[name] ?? field), description: texts[name] },
  ])
  return { ...schema, properties: Object.fromEntries(fields) }
}
const listOf = (schema: JsonSchema | undefined, items: JsonSchema): JsonSchema => ({ ...schema, items })

/** Requests and attempts, wherever they stand in an object. */
const describedLikes = (schema: JsonSchema | undefined): JsonSchema => {
  const { of, ...others } = propertiesOf(schema)
  const isRequests = 'endpoint' in propertiesOf(of ?? schema)
  const texts = isRequests ? REQUESTS_TEXTS : ATTEMPTS_TEXTS
  return of === undefined
    ? described(schema, texts)
    : { ...schema, properties: { of: described(of, texts), ...others } }
}

function describedDrill(): JsonSchema {
  const { stages, met_when, passes_when } = propertiesOf(DRILL_SCHEMA)
  const met = propertiesOf(met_when)
  const passes = propertiesOf(passes_when?.items as JsonSchema)
  const likes = (of: Properties, ...names: string[]) =>
    Object.fromEntries(names.map(name => [name, describedLikes(of[name])]))
  const drill = described(DRILL_SCHEMA, DRILL_TEXTS, {
    stages: listOf(stages, described(stages?.items as JsonSchema, STAGE_TEXTS)),
    met_when: described(met_when, MET_TEXTS, likes(met, 'requests', 'attempts')),
    passes_when: listOf(
      passes_when,
      described(
        passes_when?.items as JsonSchema,
        PASSES_TEXTS,
        likes(passes, 'came_again', 'succeeded', 'acknowledged'),
      ),
    ),
  })
  return { ...drill, properties: { $schema: { type: 'string' }, ...propertiesOf(drill) } }
}

/** What has to hold of a file of drills, for editors: `drills.schema.json` of the package. */
export const DRILL_FILE_SCHEMA: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Drills of your own for "ringback drill --from": one, or a list',
  definitions: { drill: describedDrill() },
  anyOf: [{ $ref: '#/definitions/drill' }, { type: 'array', minItems: 1, items: { $ref: '#/definitions/drill' } }],
}
