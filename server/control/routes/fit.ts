import { setImmediate } from 'node:timers/promises'
import { API_PREFIX } from '../../contract/constants.ts'
import { objectOf } from '../../contract/control-bodies.ts'
import { shown } from '../../contract/shown.ts'
import { FIT_PLANS } from '../../fit/fit-report.ts'
import { checkAnything, NothingToJudge } from '../../fit/nothing.ts'
import { RECORDING_FORMS, readRecording } from '../../fit/read/recording.ts'
import { type RequestRecord, readRecords } from '../../fit/read/records.ts'
import { readSketch } from '../../fit/read/sketch.ts'
import { fitInSteps } from '../../fit/report.ts'
import { type Source, UnreadableSource } from '../../fit/source.ts'
import { fitPage } from '../../fit/told/page.ts'
import { parseDuration } from '../../kernel/instant.ts'
import type { FileDraft } from '../../store/draft.ts'
import { busiestTenants, sendsOf, trafficOf } from '../../store/tables/traffic.ts'
import type { World } from '../../world/world.ts'
import { ControlError, invalid, notFound, refusal } from '../control-error.ts'
import { answeredByFault } from '../exchange-views.ts'
import type { FitBody, FitReport, NothingView } from '../protocol/fit.ts'
import { type ControlCall, type ProcessRoute, RawAnswer } from '../route.ts'
import { tenantOf } from '../subjects.ts'

/** Rows of one request; the command line reads files of any length by itself. */
const MOST_ROWS = 100_000
/** An archive has the answers in it, too. */
const RECORDING_MAX_BYTES = 64 * 1_048_576

const PAGE = 'answers the report as one HTML page to hand on, as `ringback fit --html` writes it'

const RECORD = objectOf(
  {
    at: { type: ['string', 'integer'], description: 'ISO 8601 with a zone, or milliseconds since 1970' },
    method: { type: 'string', minLength: 1, maxLength: 20 },
    path: { type: 'string', minLength: 1, maxLength: 8_192, description: `with the prefix ${API_PREFIX}` },
    status: { type: 'integer', minimum: 100, maximum: 599 },
    key: { type: 'string', maxLength: 1_000, description: 'anything that tells clients apart; it is not kept' },
  },
  ['at', 'method', 'path'],
)

export const fitRoutes: readonly ProcessRoute[] = [
  {
    method: 'POST',
    path: '/fit',
    summary: 'Find out on which plan traffic would fit: rows, a sketch of a team, or what a world was asked',
    answers: 'FitReport',
    body: objectOf({
      rows: { type: 'array', items: RECORD, maxItems: MOST_ROWS },
      sketch: { type: 'object' },
      world: { type: 'string', description: 'a world whose journal is read: test traffic' },
      tenant: { type: 'string', description: 'with world; the tenant with the most requests when left out' },
      name: { type: 'string', maxLength: 200 },
      plan: { enum: [...FIT_PLANS] },
      tolerate: { type: 'string', description: 'the longest delay of a polite client, PT1M by default' },
      serial: { type: 'boolean', description: 'whether a client sends nothing while one of its requests waits' },
      page: { type: 'boolean', description: PAGE },
    }),
    handle: async (call: ControlCall<FitBody>) =>
      answerOf(await reportOf(sourceOf(call), call.body), { page: call.body.page === true }),
  },
  {
    method: 'POST',
    path: '/fit/recordings',
    summary: 'Find out on which plan recorded traffic would fit; nothing of the file is kept',
    answers: 'FitReport',
    rawBody: RECORDING_MAX_BYTES,
    query: {
      form: `what the file is: ${RECORDING_FORMS.join(', ')}`,
      name: 'how the report calls it',
      tenant:
        'the tenant of an archive of Ringback, or the key of another recording, that is judged (default: the tenant with the most requests; all keys)',
      base: 'address of the service in an archive (default: the one with the most requests)',
      tolerate: 'the longest delay of a polite client, PT1M by default',
      page: `\`yes\`: ${PAGE}`,
    },
    handle: async ({ body, query }: ControlCall<FileDraft>) => {
      const form = query.get('form') ?? ''
      const found = RECORDING_FORMS.find(one => one === form)
      if (found === undefined) throw invalid(`form must be one of ${RECORDING_FORMS.join(', ')} (got ${shown(form)}).`)
      const name = query.get('name') ?? form
      const [base, tenant] = [query.get('base') ?? undefined, query.get('tenant') ?? undefined]
      const text = body.takeBytes().toString('utf8')
      const source = readable(() => something(readRecording(text, { form: found, name, base, tenant })))
      const report = await reportOf(source, { tolerate: query.get('tolerate') ?? 'PT1M' })
      return answerOf(report, { page: query.get('page') === 'yes' })
    },
  },
]

/** The report, or the page that `ringback fit --html` writes of it. */
const answerOf = (report: FitReport, { page }: { page: boolean }): FitReport | RawAnswer =>
  page
    ? new RawAnswer('text/html; charset=utf-8', fitPage(report), {
        'Content-Disposition': 'attachment; filename="fit.html"',
      })
    : report

async function reportOf(
  source: Source,
  { plan, serial, tolerate = 'PT1M' }: Pick<FitBody, 'plan' | 'serial' | 'tolerate'>,
): Promise<FitReport> {
  const duration = parseDuration(tolerate)
  if (duration === undefined || duration < 0)
    throw invalid(`tolerate is a duration such as PT1M (got ${shown(tolerate)}).`)
  const steps = fitInSteps(source, { plan, serial, tolerate: duration })
  let step = steps.next()
  while (!step.done) {
    // Requests are answered between two replays.
    await setImmediate()
    step = steps.next()
  }
  return step.value
}

/** A file without a request is a mistake; a world that nobody has asked yet is none. */
function something(source: Source): Source {
  checkAnything(source)
  return source
}

function readable(read: () => Source): Source {
  try {
    return read()
  } catch (error) {
    if (error instanceof NothingToJudge) throw nothing(error)
    throw error instanceof UnreadableSource ? invalid(error.message) : error
  }
}

function nothing({ message, source: { name, looked, leftOut } }: NothingToJudge): ControlError {
  const { for: form, read, elsewhere = null } = looked
  const details: NothingView = { name, form, read, elsewhere, left_out: leftOut }
  return new ControlError(422, 'nothing_to_judge', message, { ...details })
}

function sourceOf({ body, emulator }: ControlCall<FitBody>): Source {
  const { rows, sketch, world, tenant, name = rows === undefined ? 'sketch' : 'rows' } = body
  const given = [rows, sketch, world].filter(source => source !== undefined)
  if (given.length !== 1) throw invalid('Give one of rows, sketch and world.')
  if (world !== undefined) {
    const found = emulator.world(world)
    if (found === undefined) throw notFound('world', world)
    return trafficSource(found, tenant)
  }
  return readable(() =>
    something(
      rows === undefined ? readSketch(sketch ?? {}, { name }) : readRecords(rows, { kind: 'rows', name, keys: true }),
    ),
  )
}

function trafficSource(world: World, slug: string | undefined): Source {
  const { store, services, verdicts, standing } = world.runtime
  const busiest = busiestTenants(store)
  const tenant_id = slug === undefined ? busiest[0]?.tenant_id : tenantOf(world, slug).tenant_id
  const tenant = tenant_id === undefined ? undefined : services.tenants.byId(tenant_id)
  if (tenant === undefined) throw refusal(422, 'nothing_to_judge', 'nobody_asked', { world: world.world_id })
  const asked = trafficOf(store, tenant.tenant_id)
  // What a fault only delayed, cut or kept from its client used the limits as any other.
  const served = asked.filter(row => !answeredByFault(row))
  const records: RequestRecord[] = served.map(({ at, method, path, query, status, key_id }) => ({
    at,
    method,
    path: `${API_PREFIX}${path}${query === '' ? '' : `?${query}`}`,
    status,
    key: key_id ?? '',
  }))
  const source = readRecords(records, {
    kind: 'world',
    name: `${world.world_id} / ${tenant.slug}`,
    events: sendsOf(store, tenant.tenant_id),
    testTraffic: true,
    wasted: verdicts.wastedOf(tenant.slug, standing()),
  })
  return {
    ...source,
    leftOut: { ...source.leftOut, answered_by_fault: asked.length - served.length },
    clients: busiest.flatMap(({ tenant_id: one, requests }) => {
      const name = services.tenants.byId(one)?.slug
      return name === undefined ? [] : [{ name, requests }]
    }),
    judged: tenant.slug,
  }
}
