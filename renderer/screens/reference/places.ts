import type { TFunction } from 'i18next'
import type { ErrorRow } from '../../../server/contract/errors.ts'
import type { AssumptionView } from '../../../server/control/protocol/assumptions.ts'
import type { OpenApiFile, OpenApiResponse, Operation } from '../../data/openapi.ts'
import { contractText, titleText } from '../../i18n/said.ts'
import { type Common, commonErrors, commonHeaders, commonOf, ofEvery, PLAN_LIMITS } from './common.ts'
import { acknowledgementsOf, type Entry, headersOf } from './entries.ts'
import { answerParts, parameterRow, type SchemaRow, schemaRows } from './schema-rows.ts'

/** A part of an entry that a search may lead to. */
export interface Place {
  /** Its path inside of the entry, which is in the address. */
  at: string
  name: string
  /** Where it stands, for people: `Response 429 › header Retry-After`. */
  label: string
  /** All that it is found by. */
  text: string
  /** Whether other entries have the same, and one tells of it for all. */
  isCommon?: boolean
}

/** An entry with what it is found by itself, and its parts. */
export interface Indexed {
  entry: Entry
  text: string
  places: readonly Place[]
}

type Kind = 'parameter' | 'field' | 'header'

const place = (at: string, name: string, label: string, words: readonly string[]): Place => ({
  at,
  name: name.toLowerCase(),
  label,
  text: [label, ...words].join(' ').toLowerCase(),
})

/** Both what the file says and what the page shows of it find a part. */
const said = (t: TFunction, text: string) => [text, contractText(t, text)]

function rowPlaces(t: TFunction, kind: Kind, rows: readonly SchemaRow[], before: string, under?: string): Place[] {
  return rows.map(({ path, description, rules, assumptions }) => {
    const label = [under, t(`reference.found.${kind}`, { name: path })].filter(Boolean).join(' › ')
    const values = rules.flatMap(rule => ('values' in rule ? [rule.values] : []))
    return place(`${before}${path}`, path, label, [...said(t, description), ...values, ...assumptions])
  })
}

/** What people call a part who do not know its name: `idempotency` for what keeps a call from being made twice. */
const ALSO = ['duplicate_external_id', 'rate_limit_exceeded', 'unauthorized', 'Retry-After', 'X-Request-ID'] as const
const alsoCalled = (t: TFunction, name: string): string[] =>
  ALSO.filter(one => one === name).map(one => t(`reference.also.${one}`))

function answerPlaces(
  t: TFunction,
  status: string,
  response: OpenApiResponse,
  { file, common }: { file: OpenApiFile; common: Common },
): Place[] {
  const { description, assumptions, fields, examples, codes, headers } = answerParts(response, file)
  const under = t('reference.found.answer', { name: status })
  const isCommon = codes.length > 0 && codes.every(code => common.errors.has(code))
  return [
    { ...place(status, status, under, [...said(t, description), ...assumptions, ...codes]), isCommon },
    // An error is told by an example of each code.
    ...examples
      .filter(([code]) => code !== '')
      .map(([code, { value }]) => ({
        ...place(`${status}/code/${code}`, code, `${under} › ${t('reference.found.code', { name: code })}`, [
          JSON.stringify(value),
          ...alsoCalled(t, code),
        ]),
        isCommon: common.errors.has(code),
      })),
    ...rowPlaces(t, 'header', headers, `${status}/header/`, under).map(header => ({
      ...header,
      isCommon: headers.some(({ name, path }) => header.at.endsWith(path) && common.headers.has(name)),
    })),
    ...rowPlaces(t, 'field', fields, `${status}/field/`, under).map(field => ({ ...field, isCommon })),
  ]
}

const bodyRows = (entry: Extract<Entry, { kind: 'endpoint' | 'event' }>, file: OpenApiFile): SchemaRow[] => {
  const { requestBody } = entry.kind === 'endpoint' ? entry.operation : entry.sent
  const schema = requestBody?.content['application/json']?.schema
  return schema ? schemaRows(schema, file) : []
}

/** The assumptions that are of a kind of thing: by what they touch. */
export const touching = (assumptions: readonly AssumptionView[], what: string): AssumptionView[] =>
  assumptions.filter(({ touches }) => touches.includes(what))

/** What touches the kind of event: a test has rules of its own. */
export const touchedBy = (event: string, subscribable: readonly string[]): 'events' | 'testWebhook' =>
  subscribable.includes(event) ? 'events' : 'testWebhook'

const assumptionPlaces = (t: TFunction, rows: readonly AssumptionView[]): Place[] =>
  rows.map(row =>
    place(`assumption/${row.id}`, row.id, t('reference.found.assumption', { name: row.id }), [
      row.title,
      titleText(t, 'assumptions', row),
    ]),
  )

interface Known {
  file: OpenApiFile
  assumptions: readonly AssumptionView[]
  subscribable: readonly string[]
  errors: { readonly [name: string]: ErrorRow }
}

/** Whether an endpoint refuses a second of what has the same value in the field. */
const refusesTwice = (operation: Operation, field: string, file: OpenApiFile): boolean =>
  Object.values(operation.responses).some(response => answerParts(response, file).codes.includes(`duplicate_${field}`))

function commonPlaces(t: TFunction, { file, assumptions, errors, common }: Known & { common: Common }): Place[] {
  const headers = commonHeaders(file).filter(({ row }) => common.headers.has(row.name))
  return [
    ...rowPlaces(
      t,
      'header',
      headers.map(({ row }) => row),
      'header/',
    ).map(header => ({
      ...header,
      text: [
        header.text,
        ...headers.flatMap(({ row }) => (row.name.toLowerCase() === header.name ? alsoCalled(t, row.name) : [])),
      ]
        .join(' ')
        .toLowerCase(),
    })),
    ...commonErrors(file, errors, assumptions)
      // What one endpoint alone answers is found there.
      .filter(({ name, by }) => by.length === 0 || common.errors.has(name))
      .map(({ name, code, status, message, example }) =>
        place(`code/${name}`, name, t('reference.found.code', { name: code }), [
          String(status),
          ...said(t, message),
          JSON.stringify(example ?? ''),
          ...alsoCalled(t, name),
        ]),
      ),
    ...PLAN_LIMITS.map(limit => place(`limit/${limit}`, limit, t(`limits.${limit}`), [limit])),
    ...assumptionPlaces(t, ofEvery(assumptions)),
  ]
}

function indexed(t: TFunction, entry: Entry, known: Known & { common: Common }): Indexed {
  const { file, assumptions, subscribable, common } = known
  switch (entry.kind) {
    case 'common':
      return {
        entry,
        text: [t('reference.common'), t('reference.common_about')].join(' ').toLowerCase(),
        places: commonPlaces(t, known),
      }
    case 'endpoint': {
      const { method, path, summary, operationId, parameters = [], responses, ...needs } = entry.operation
      return {
        entry,
        text: [method, path, ...said(t, summary), operationId, needs['x-scope'], needs['x-license'] ?? '']
          .join(' ')
          .toLowerCase(),
        places: [
          ...rowPlaces(t, 'parameter', parameters.map(parameterRow), 'parameter/'),
          ...rowPlaces(t, 'field', bodyRows(entry, file), 'body/', t('reference.body')).map(field => ({
            ...field,
            text: [
              field.text,
              ...(refusesTwice(entry.operation, field.name, file) ? alsoCalled(t, `duplicate_${field.name}`) : []),
            ]
              .join(' ')
              .toLowerCase(),
          })),
          ...Object.entries(responses).flatMap(([status, response]) => answerPlaces(t, status, response, known)),
        ],
      }
    }
    case 'event': {
      const { event, method, summary, parameters = [], responses } = entry.sent
      return {
        entry,
        text: [method, event, ...said(t, summary), t('webhooks.deliveries')].join(' ').toLowerCase(),
        places: [
          ...rowPlaces(t, 'header', parameters.map(parameterRow), 'header/').map(header => ({
            ...header,
            isCommon: parameters.some(({ name }) => header.at === `header/${name}` && common.headers.has(name)),
          })),
          ...rowPlaces(t, 'field', bodyRows(entry, file), 'body/', t('reference.event_body')),
          ...Object.entries(responses).flatMap(([status, response]) => answerPlaces(t, status, response, known)),
          ...assumptionPlaces(t, touching(assumptions, touchedBy(event, subscribable))),
        ],
      }
    }
    case 'receiving':
      return {
        entry,
        text: [t('reference.receiving'), t('reference.receiving_about'), t('webhooks.deliveries')]
          .join(' ')
          .toLowerCase(),
        places: [
          ...rowPlaces(t, 'header', headersOf(entry.all).map(parameterRow), 'header/'),
          place('verifying', '', t('verifying.code'), [t('reference.verifying_words')]),
          ...acknowledgementsOf(entry.all).map(({ status, description, events }) =>
            place(
              ['answer', status, ...events].join('/'),
              status,
              t('reference.found.answer', { name: status }),
              said(t, description),
            ),
          ),
          ...assumptionPlaces(t, touching(assumptions, 'deliveries')),
        ],
      }
  }
}

export function indexOf(t: TFunction, entries: readonly Entry[], known: Known): Indexed[] {
  const common = commonOf(known.file)
  return entries.map(entry => indexed(t, entry, { ...known, common }))
}
