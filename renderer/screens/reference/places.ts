import type { TFunction } from 'i18next'
import type { AssumptionView } from '../../../server/control/protocol/assumptions.ts'
import type { OpenApiFile, OpenApiResponse } from '../../data/openapi.ts'
import { contractText, titleText } from '../../i18n/said.ts'
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

function answerPlaces(t: TFunction, status: string, response: OpenApiResponse, file: OpenApiFile): Place[] {
  const { description, assumptions, fields, examples, codes, headers } = answerParts(response, file)
  const under = t('reference.found.answer', { name: status })
  return [
    place(status, status, under, [...said(t, description), ...assumptions, ...codes]),
    // An error is told by an example of each code.
    ...examples
      .filter(([code]) => code !== '')
      .map(([code, { value }]) =>
        place(`${status}/code/${code}`, code, `${under} › ${t('reference.found.code', { name: code })}`, [
          JSON.stringify(value),
        ]),
      ),
    ...rowPlaces(t, 'header', headers, `${status}/header/`, under),
    ...rowPlaces(t, 'field', fields, `${status}/field/`, under),
  ]
}

const bodyRows = (entry: Exclude<Entry, { kind: 'receiving' }>, file: OpenApiFile): SchemaRow[] => {
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
}

function indexed(t: TFunction, entry: Entry, { file, assumptions, subscribable }: Known): Indexed {
  switch (entry.kind) {
    case 'endpoint': {
      const { method, path, summary, operationId, parameters = [], responses, ...needs } = entry.operation
      return {
        entry,
        text: [method, path, ...said(t, summary), operationId, needs['x-scope'], needs['x-license'] ?? '']
          .join(' ')
          .toLowerCase(),
        places: [
          ...rowPlaces(t, 'parameter', parameters.map(parameterRow), 'parameter/'),
          ...rowPlaces(t, 'field', bodyRows(entry, file), 'body/', t('reference.body')),
          ...Object.entries(responses).flatMap(([status, response]) => answerPlaces(t, status, response, file)),
        ],
      }
    }
    case 'event': {
      const { event, method, summary, parameters = [], responses } = entry.sent
      return {
        entry,
        text: [method, event, ...said(t, summary), t('webhooks.deliveries')].join(' ').toLowerCase(),
        places: [
          ...rowPlaces(t, 'header', parameters.map(parameterRow), 'header/'),
          ...rowPlaces(t, 'field', bodyRows(entry, file), 'body/', t('reference.event_body')),
          ...Object.entries(responses).flatMap(([status, response]) => answerPlaces(t, status, response, file)),
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

export const indexOf = (t: TFunction, entries: readonly Entry[], known: Known): Indexed[] =>
  entries.map(entry => indexed(t, entry, known))
