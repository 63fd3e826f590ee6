import type { Json } from '../../contract/assumption-entry.ts'
import { ASSUMPTIONS } from '../../contract/assumptions.ts'
import { CALL_STATUSES, CALL_TYPES } from '../../contract/calls.ts'
import { type Exchange, isAccepted, isObject, isRefused, objectIn, pagingOf, rowsIn, told } from '../exchange.ts'
import { never, type Probe, type ProbesOf, type Reading, type Sight } from '../probe.ts'
import { type Seen, sameAs, sights } from '../seen.ts'
import { LIFE_STEPS } from '../steps/calls.ts'
import { LEFT_OUT } from '../steps/customers.ts'
import { AI_DELAY, HISTORY } from './history.ts'
import { longestOf } from './longest.ts'

const write = (send: readonly string[], read: Probe['read']): Probe => ({ class: '2', send, read, least: 1 })

/** Whether lists go up or down by a field; a list with fewer than two different values does not tell. */
function ordered(lists: readonly Exchange[], field: string, values: { up: string; down: string }): Reading {
  const found = lists.flatMap((exchange): Sight[] => {
    const keys = rowsIn(exchange).flatMap(row => (row[field] === undefined || row[field] === null ? [] : [row[field]]))
    const numbers = keys.map(key => (typeof key === 'number' ? key : Date.parse(String(key))))
    const steps = numbers.slice(1).map((number, index) => Math.sign(number - (numbers[index] ?? 0)))
    const [up, down] = [steps.includes(1), steps.includes(-1)]
    if (!up && !down) return []
    return [
      {
        value: up && down ? undefined : up ? values.up : values.down,
        evidence: `${told(exchange)}, ${keys.length} rows`,
      },
    ]
  })
  return found.length === 0 ? undefined : found
}

/** Which parameters narrow a list, seen from the totals with and without each. */
function filters(seen: Seen, base: Exchange | undefined, names: readonly string[], prefix: string): Reading {
  const all = base === undefined ? undefined : pagingOf(base)?.total
  if (typeof all !== 'number' || all === 0) return undefined
  const [unknown] = seen.step('unknown_parameter')
  const tries = names.map(name => {
    const answers = seen.step(`${prefix}${name}`)
    const narrowed = answers.map(exchange => {
      if (sameAs(exchange, unknown) && isRefused(exchange)) return false
      const total = pagingOf(exchange)?.total
      return typeof total === 'number' ? total < all : undefined
    })
    return { name, narrowed }
  })
  // A parameter that was not tried says nothing.
  if (tries.some(({ narrowed }) => narrowed.length === 0)) return undefined
  const sightOf = (index: number): Sight[] => {
    const row = tries.map(({ narrowed }) => narrowed[index])
    if (row.every(narrowed => narrowed === undefined)) return []
    const value = row.some(narrowed => narrowed === undefined) ? undefined : names.filter((_, n) => row[n] === true)
    const evidence = tries.map(({ name }, n) => `${name} ${row[n] ? 'narrows' : 'does not narrow'} ${all} rows`)
    return [{ value, evidence: evidence.join(', ') }]
  }
  const found = [0, 1].flatMap(sightOf)
  return found.length === 0 ? undefined : found
}

const CUSTOMER_FILTERS = ['external_id', 'project_id', 'tel1', 'name']
const CALL_FILTERS = ['staff_id', 'project_id', 'status', 'call_type', 'external_id']
const LEAVE_OUT = LEFT_OUT.map(field => `without_${field}`)

export const CUSTOMERS: ProbesOf<'customers'> = {
  'customers.phonetic_key': {
    class: '0',
    send: ['customers', 'customer_detail', 'customer_detail_2'],
    read: seen => {
      const shown = [...seen.of('GET /customers/{}'), ...seen.of('POST /customers'), ...seen.of('PUT /customers/{}')]
      return sights(shown, exchange => {
        const keys = Object.keys(objectIn(exchange) ?? {}).filter(key => key === 'kana' || key === 'name_kana')
        return keys.length === 1 ? keys[0] : undefined
      })
    },
  },
  'customers.required': write(['create_full', ...LEAVE_OUT], seen => {
    if (!seen.step('create_full').some(isAccepted)) return undefined
    const answers = LEFT_OUT.map(field => ({ field, exchange: seen.step(`without_${field}`)[0] }))
    if (answers.some(({ exchange }) => exchange === undefined)) return undefined
    const odd = answers.some(({ exchange }) => exchange && !isAccepted(exchange) && !isRefused(exchange))
    const required = answers.filter(({ exchange }) => exchange && isRefused(exchange)).map(({ field }) => field)
    const evidence = answers.map(({ field, exchange }) => `without ${field} ${exchange?.status}`).join(', ')
    // Which key the phonetic reading has is another question.
    return [{ value: odd || required.includes('phonetic') ? undefined : required, evidence }]
  }),
  'customers.external_id_unique': write(['create_full', 'same_external_id'], seen =>
    seen.accepts(['same_external_id'], { accepted: 'no', refused: 'yes' }),
  ),
  'customers.tel1_format': write(['create_full', 'national_number'], seen =>
    seen.accepts(['national_number'], { accepted: 'free', refused: 'e164' }),
  ),
  'customers.unknown_fields': write(['create_full', 'put_unknown_field'], seen =>
    seen.accepts(['put_unknown_field'], { accepted: 'ignore', refused: 'reject' }),
  ),
  'customers.update_project_id': write(['create_full', 'put_project'], seen =>
    seen.accepts(['put_project'], { accepted: 'ignore', refused: 'reject' }),
  ),
  'customers.bulk_atomic': write(['bulk_with_bad'], seen =>
    seen.accepts(['bulk_with_bad'], { accepted: 'partial', refused: 'all_or_nothing' }),
  ),
  'customers.bulk_response': write(['bulk_of_one'], seen =>
    sights(seen.step('bulk_of_one'), exchange => {
      if (rowsIn(exchange).some(row => 'customer_id' in row)) return 'customers'
      const data = objectIn(exchange)
      if (typeof data?.created_count === 'number') return 'created_count'
      const results = Array.isArray(data?.results) ? data.results : []
      return results.some(row => isObject(row) && isObject(row.customer)) ? 'customers' : undefined
    }),
  ),
  'customers.update_response': write(['create_full', 'put_name'], seen =>
    sights(seen.step('put_name'), exchange => {
      const data = objectIn(exchange)
      const isWhole = data !== undefined && ['customer_id', 'name', 'tel1', 'updated_at'].every(key => key in data)
      return exchange.status === 200 && isWhole ? 'customer' : undefined
    }),
  ),
  'customers.text_max_length': write(['create_full', 'name_length'], seen => longestOf(seen, 'name_length')),
  'customers.order': {
    class: '0',
    send: ['customers', 'count_1_before'],
    read: seen => {
      const lists = seen.of('GET /customers').filter(({ query }) => query === '' || /^page=\d+$/.test(query))
      return ordered(lists, 'customer_id', { up: 'oldest_first', down: 'newest_first' })
    },
  },
  'customers.list_filters': {
    class: '0',
    send: ['customers', 'unknown_parameter', ...CUSTOMER_FILTERS.map(name => `customers_of_${name}`)],
    read: seen => filters(seen, seen.step('customers')[0], CUSTOMER_FILTERS, 'customers_of_'),
  },
}

/** A list of names was seen as a whole, or in part; a name that the register does not have is something else. */
function namesSeen(seen: Seen, field: string, names: readonly string[]): Reading {
  const rows = seen.all.filter(isAccepted).flatMap(exchange => [objectIn(exchange), ...rowsIn(exchange)])
  const found = new Set(rows.flatMap(row => (typeof row?.[field] === 'string' && 'call_id' in row ? [row[field]] : [])))
  if (found.size === 0) return undefined
  const evidence = `seen: ${[...found].sort().join(', ')}. There may be more that did not occur`
  if ([...found].some(name => !names.includes(name))) return [{ value: undefined, evidence }]
  const others = names.filter(name => !found.has(name))
  return [
    others.length === 0
      ? { value: [...names], evidence }
      : { value: undefined, evidence, lacking: `calls that are ${others.join(', ')}` },
  ]
}

/** Details of calls that this run did not initiate with a number of its own. */
const details = (seen: Seen) => seen.of('GET /calls/{}')

/** Types instead of values: `[{speaker: 'string', …}]`. */
function shapeOf(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)]))
  return typeof value
}
/** The types that the register describes in words: `integer` is a number, `staff | customer` a text. */
function describedShape(value: Json): Json {
  if (Array.isArray(value)) return value.map(describedShape)
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, describedShape(item)]))
  return value === 'number' || value === 'integer' ? 'number' : 'string'
}
const AI_FIELDS = ASSUMPTIONS['calls.ai_fields'].default
const AI_SHAPE = JSON.stringify(describedShape(AI_FIELDS))

/** The call of a test key, as it was seen last. */
const lastLook = (seen: Seen) =>
  seen
    .step(...LIFE_STEPS)
    .filter(isAccepted)
    .at(-1)

export const CALLS: ProbesOf<'calls'> = {
  'calls.statuses': {
    class: '0',
    send: ['calls_month', 'calls_month_end', 'calls_today', ...[1, 2, 3, 4, 5].map(n => `calls_older_${n}`)],
    read: seen => namesSeen(seen, 'status', CALL_STATUSES),
    least: 1,
  },
  'calls.types': {
    class: '0',
    send: ['calls_month', 'calls_month_end', ...[1, 2, 3, 4, 5].map(n => `calls_older_${n}`)],
    read: seen => namesSeen(seen, 'call_type', CALL_TYPES),
    least: 1,
  },
  'calls.list_filters': {
    class: '0',
    send: ['calls_month', 'unknown_parameter', ...CALL_FILTERS.map(name => `calls_of_${name}`)],
    read: seen => filters(seen, seen.step('calls_month')[0], CALL_FILTERS, 'calls_of_'),
  },
  'calls.order': {
    class: '0',
    send: ['calls_month', 'calls_older_1'],
    read: seen => ordered(seen.of('GET /calls'), 'started_at', { up: 'oldest_first', down: 'newest_first' }),
  },
  'calls.detail_phone': {
    class: '0',
    send: ['connected_detail', 'connected_detail_2'],
    read: seen =>
      sights(details(seen), exchange => {
        const phone = String(objectIn(exchange)?.phone_number ?? '')
        return phone.includes('*') ? 'masked' : /^[+d-]{7,}$/.test(phone) ? 'full' : undefined
      }),
  },
  'calls.short_number_mask': {
    ...write(['initiate_short_number', 'short_number_list'], seen => {
      const made = seen.step('initiate_short_number').map(objectIn)[0]?.call_id
      return sights(seen.step('short_number_list'), exchange => {
        const row = rowsIn(exchange).find(({ call_id }) => call_id === made)
        const phone = String(row?.phone_number ?? '')
        return !phone.includes('*') ? undefined : phone.includes('d') ? 'parts' : 'hidden'
      })
    }),
    needs: ['test_key'],
  },
  'calls.unknown_reference': {
    class: '1',
    needs: ['test_key'],
    send: ['unknown_staff', 'unknown_project'],
    read: seen => {
      const [invalid] = seen.step('count_1_invalid')
      const [missing] = seen.step('count_1_missing')
      return seen.each(['unknown_staff', 'unknown_project'], exchange =>
        sameAs(exchange, missing) ? 404 : sameAs(exchange, invalid) ? 422 : undefined,
      )
    },
  },
  'calls.unknown_fields': {
    ...write(['initiate_unknown_field'], seen =>
      seen.accepts(['initiate_unknown_field'], { accepted: 'ignore', refused: 'reject' }),
    ),
    needs: ['test_key'],
  },
  'calls.metadata': {
    ...write(['initiate_metadata', 'metadata_detail'], seen =>
      seen.each(['metadata_detail'], exchange => {
        const data = objectIn(exchange)
        return data === undefined ? undefined : 'metadata' in data ? 'detail' : 'stored'
      }),
    ),
    needs: ['test_key'],
  },
  'calls.metadata_max_bytes': {
    ...write(['metadata_length'], seen => longestOf(seen, 'metadata_length')),
    needs: ['test_key'],
  },
  'calls.started_at': {
    ...write(['initiate_for_life', ...LIFE_STEPS], seen => {
      const initiated = seen.step('initiate_for_life').map(objectIn)[0]?.initiated_at
      const look = lastLook(seen)
      const data = look && objectIn(look)
      if (look === undefined || typeof initiated !== 'string' || data?.status !== 'connected') return undefined
      const later = Date.parse(String(data.started_at)) - Date.parse(initiated)
      const value = Number.isNaN(later) ? undefined : Math.abs(later) < 1_000 ? 'initiation' : 'connection'
      return [{ value, evidence: `${told(look)}: started_at is ${later} ms after initiated_at` }]
    }),
    needs: ['test_key'],
  },
  'calls.ai_fields': {
    class: '0',
    send: ['connected_detail', 'connected_detail_2'],
    read: seen => {
      const ready = details(seen).filter(exchange => objectIn(exchange)?.transcript !== undefined)
      return sights(ready, exchange => {
        const { transcript, summary, voice_analysis } = objectIn(exchange) ?? {}
        const shape = shapeOf({ transcript, summary, voice_analysis } as Json)
        return JSON.stringify(shape) === AI_SHAPE ? AI_FIELDS : undefined
      })
    },
  },
  'calls.ai_delay': AI_DELAY,
  'calls.default_script': never(
    'a history shows how calls went, not a rule by which they go: a script by which they might have gone is offered',
    HISTORY,
  ),
  'calls.magic_numbers': never('these numbers are Ringback’s own'),
  'calls.test_key_lifecycle': {
    ...write(['initiate_for_life', ...LIFE_STEPS], seen => {
      const looks = seen.step(...LIFE_STEPS).filter(isAccepted)
      const statuses = looks.map(exchange => String(objectIn(exchange)?.status))
      if (looks.length === 0) return undefined
      const isWhole = seen.step(LIFE_STEPS.at(-1) ?? '').length > 0
      const moved = statuses.some(status => status !== 'initiating')
      const value = moved ? 'simulated' : isWhole ? 'initiating_only' : undefined
      return [{ value, evidence: `statuses in ten minutes: ${[...new Set(statuses)].join(', ')}` }]
    }),
    needs: ['test_key'],
  },
}
